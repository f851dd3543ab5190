import { expect, test } from 'vitest';
import { questionGroups, withName } from './questions.ts';
import { shownStandardQuestions, standardQuestions } from './standard-questions.ts';

test('the standard questions are those of the specification, in three groups', () => {
  const questions = standardQuestions();
  expect(questionGroups.map((group) => questions[group].map(({ question }) => question))).toEqual([
    ['What is {name}?', 'How does it work?', 'Who benefits?'],
    [
      'Is there a service fee?',
      'Are donations tax-deductible?',
      'Can I give every month?',
      'Can I change or cancel a monthly donation?',
    ],
    [
      'Do I need an account?',
      'How is my payment protected?',
      'How do I see, correct or delete my data?',
      'How do I reach you?',
    ],
  ]);
});

test('the name replaces its placeholder in questions and answers, even if the name contains a dollar sign', () => {
  const named = withName(shownStandardQuestions(), 'Snack $& Aid');
  expect(JSON.stringify(named)).not.toContain('{name}');
  expect(named['about-us'][0]?.question).toBe('What is Snack $& Aid?');
});

test('the name replaces its placeholder in every kind of block', () => {
  const text = [{ kind: 'strong', text: [{ kind: 'text', text: 'Ask {name}' }] }, { kind: 'break' }] as const;
  const answer = [
    { kind: 'heading', level: 1, text },
    { kind: 'list', isNumbered: false, items: [[{ kind: 'paragraph', text }]] },
    { kind: 'quote', blocks: [{ kind: 'paragraph', text }] },
    { kind: 'line' },
  ] as const;
  const questions = { ...shownStandardQuestions(), donations: [{ question: 'Who?', answer }] };
  const [shown] = withName(questions, 'us').donations;
  expect(shown?.answer).toEqual(JSON.parse(JSON.stringify(answer).replaceAll('{name}', 'us')));
});
