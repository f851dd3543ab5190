import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { questionsSentences } from '#contract/admin/questions.ts';
import type { Questions } from '#domain/questions/questions.ts';
import { shownStandardQuestions, standardQuestions } from '#domain/questions/standard-questions.ts';
import { createPublished } from '#server/published.ts';
import { isStandard, refreshPublished } from '#server/publishing/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { newQuestions } from '#test/support/words/questions.ts';
import { insertWordsVersion } from '#test/support/words/words.ts';
import { shownQuestions } from './show-questions.ts';

const path = '/api/admin/questions';

test('the standard answers are the same in Markdown and as donors see them', () => {
  expect(shownQuestions(standardQuestions())).toEqual(shownStandardQuestions());
});

forEachDatabase((engine) => {
  describe('the questions of the FAQ', () => {
    let app: TestApp;
    let content: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      content = await signInStaff(app, 'content', { username: 'conny' });
    });
    afterEach(() => app.close());

    const post = (url: string, body: object, by = content) =>
      call(app, { method: 'POST', url, cookie: by.cookie, body });
    const publish = (questions: unknown, basedOn = 0) => post(path, { questions, basedOn, reason: 'Often asked' });
    const read = async () =>
      (await call(app, { method: 'GET', url: path, cookie: content.cookie })).json<Record<string, unknown>>();
    const shown = async () =>
      (await app.server.inject({ url: '/api/questions' })).json<{ questions: Questions }>().questions;

    test('are the standard ones until staff publish others, and again when staff return to them', async () => {
      expect((await shown())['about-us'][0]?.question).toBe('What is Kindbite?');
      expect((await publish(newQuestions())).json()).toEqual({ status: 'published', version: 1 });
      expect((await shown()).donations.at(-1)).toEqual({
        question: 'Can my company give?',
        answer: [
          {
            kind: 'paragraph',
            text: [
              { kind: 'text', text: 'Yes: ask ' },
              { kind: 'link', url: '/contact', text: [{ kind: 'text', text: 'us' }] },
              { kind: 'text', text: '.' },
            ],
          },
        ],
      });
      expect(isStandard(app.deps.published.questions)).toBe(false);
      app.clock.advance(1000);
      expect((await post(`${path}/default`, { basedOn: 1, reason: 'Back' })).json()).toMatchObject({ version: 2 });
      expect(isStandard(app.deps.published.questions)).toBe(true);
      const added = { name: 'Donations: Can my company give?', before: null, after: 'Yes: ask [us](/contact).' };
      expect(await read()).toMatchObject({
        version: 2,
        questions: standardQuestions(),
        history: [
          { version: 2, reason: 'Back' },
          { version: 1, publishedBy: 'conny', changes: [{ name: 'Order in “Donations”' }, added] },
        ],
      });
      expect(await loggedActions(app)).toMatchObject([
        { action: 'version_published' },
        { action: 'version_published' },
      ]);
    });

    test('carry the published name', async () => {
      await insertWordsVersion(app);
      expect((await shown())['about-us'][0]?.question).toBe('What is Snack Aid?');
    });

    test('that only move change the order of their group', async () => {
      const standard = standardQuestions();
      const moved = { ...standard, donations: standard.donations.toReversed() };
      const { changes } = (await post(`${path}/preview`, { questions: moved })).json<{ changes: object[] }>();
      expect(changes).toEqual([expect.objectContaining({ name: 'Order in “Donations”' })]);
    });

    test('are shown before they are published, and a preview stores nothing', async () => {
      const answer = await post(`${path}/preview`, { questions: newQuestions('**Yes**, at {name}.') });
      const [last] = answer.json<{ shown: Questions }>().shown.donations.slice(-1);
      expect(JSON.stringify(last)).toContain('{"kind":"strong","text":[{"kind":"text","text":"Yes"}]}');
      expect(JSON.stringify(last)).toContain(', at Kindbite.');
      expect(await read()).toMatchObject({ version: 0, history: [] });
    });

    test('when two editors publish, the second is told who published first, and decides', async () => {
      await publish(newQuestions());
      const other = await signInStaff(app, 'owner', { username: 'olga' });
      const body = { questions: newQuestions('No.'), basedOn: 0, reason: 'Mine' };
      const late = await post(path, body, other);
      expect([late.statusCode, late.json().code]).toEqual([409, 'version_outdated']);
      expect(late.json().message).toMatch(/^conny published version 1 on /);
      expect((await post(path, { ...body, basedOn: 1 }, other)).json()).toMatchObject({ version: 2 });
    });

    test.each<[string, string, string]>([
      [
        'a script',
        '<script>alert(1)</script>',
        'Answer 5 of “Donations”: HTML is not allowed. Please use Markdown only.',
      ],
      [
        'a javascript: link',
        '[x](javascript:alert(1))',
        'Answer 5 of “Donations”: Every link must begin with https://',
      ],
      ['a data: link', '[x](data:text/html,x)', 'Answer 5 of “Donations”: Every link must begin with https://'],
      ['a link to another site by path', '[x](//example.org)', 'Answer 5 of “Donations”: Every link must begin with'],
      ['a picture', '![x](https://example.org/x.png)', 'Answer 5 of “Donations”: Pictures are not allowed.'],
      ['nothing', ' ', questionsSentences.answer],
      ['too much', 'a'.repeat(5001), questionsSentences.answer],
    ])('with an answer of %s are refused with a sentence, and nothing is stored', async (_what, markdown, sentence) => {
      for (const answer of [
        await publish(newQuestions(markdown)),
        await post(`${path}/preview`, { questions: newQuestions(markdown) }),
      ]) {
        expect(answer.statusCode).toBe(400);
        expect(answer.json<{ message: string }>().message).toContain(sentence);
      }
      expect(await read()).toMatchObject({ version: 0 });
    });

    test.each<[string, object, string]>([
      ['an empty group', { donations: [] }, questionsSentences.groupEmpty],
      ['a question without text', { donations: [{ question: ' ', answer: 'Yes.' }] }, questionsSentences.question],
      [
        'the same question twice',
        { donations: [1, 2].map(() => ({ question: 'Who?', answer: 'We.' })) },
        questionsSentences.twice,
      ],
    ])('with %s are refused with a sentence', async (_what, changes, sentence) => {
      const answer = await publish({ ...standardQuestions(), ...changes });
      expect([answer.statusCode, answer.json().message]).toEqual([400, sentence]);
    });

    test('of another process apply after the next refresh', async () => {
      const other = { ...app.deps, published: createPublished(app.deps.clock) };
      await publish(newQuestions());
      expect(isStandard(other.published.questions)).toBe(true);
      await refreshPublished(other);
      expect(isStandard(other.published.questions)).toBe(false);
    });
  });
});
