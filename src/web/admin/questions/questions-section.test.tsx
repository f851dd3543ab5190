// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { questionsSentences, type AdminQuestionsResponse } from '#contract/admin/questions.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, mutatingCalls, refusalResponse, type StubCall } from '#test/support/web/stub-server.ts';
import { QuestionsSection } from './questions-section.tsx';

const entry = (question: string) => ({ question, answer: `Answer to ${question}` });

const questions: AdminQuestionsResponse['questions'] = {
  'about-us': [entry('What?')],
  donations: [entry('First?'), entry('Second?')],
  'account-and-privacy': [entry('Who?')],
};

const current: AdminQuestionsResponse = { version: 0, name: 'Kindbite', questions, standard: questions, history: [] };

const shown = {
  'about-us': [],
  donations: [
    {
      question: 'Shown?',
      answer: [{ kind: 'paragraph' as const, text: [{ kind: 'text' as const, text: 'As donors see it' }] }],
    },
  ],
  'account-and-privacy': [],
};

const open = (
  answers: Parameters<typeof openLink>[2] = {},
  role: Parameters<typeof staffOf>[0] = 'content',
): readonly StubCall[] => {
  setHint('admin.Ab3dEf6h');
  return openLink('/admin/words', <QuestionsSection />, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf(role)),
    'GET /api/admin/questions': jsonResponse(current),
    'POST /api/admin/questions/preview': jsonResponse({
      changes: [{ name: 'Order', before: 'First', after: 'Second' }],
      shown,
    }),
    ...answers,
  });
};

const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));
const donations = async () => within(await screen.findByRole('region', { name: 'Donations' }));
const dialog = () => within(screen.getByRole('alertdialog'));

async function publish(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Reason'), 'Clearer');
  await userEvent.click(dialog().getByRole('button', { name: 'Publish' }));
}

const sent = (calls: readonly StubCall[], path: string) =>
  mutatingCalls(calls).filter(({ call }) => call === `POST ${path}`);

beforeEach(forgetVisitor);

describe('the form for the questions in the admin area', () => {
  test('moves, adds, writes and removes questions, and publishes them', async () => {
    const calls = open({ 'POST /api/admin/questions': jsonResponse({ status: 'published', version: 1 }) });
    await press('Move down: “First?”');
    await userEvent.click((await donations()).getByRole('button', { name: 'Add a question' }));
    await userEvent.type((await donations()).getByLabelText('Question 3'), 'Third?');
    await userEvent.type((await donations()).getByLabelText('Answer 3'), 'Yes.');
    await press('Remove: “Second?”');
    await press('Preview and publish…');
    expect(await dialog().findByText('Order: First → Second')).toBeDefined();
    expect(await dialog().findByText('As donors see it')).toBeDefined();
    expect(sent(calls, '/api/admin/questions')).toEqual([]);
    await publish();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(sent(calls, '/api/admin/questions').map(({ body }) => body)).toEqual([
      {
        basedOn: 0,
        reason: 'Clearer',
        questions: { ...questions, donations: [entry('First?'), { question: 'Third?', answer: 'Yes.' }] },
      },
    ]);
  });

  test('says which field is wrong, and compares nothing', async () => {
    const calls = open();
    await userEvent.clear((await donations()).getByLabelText('Answer 2'));
    await press('Remove: “Who?”');
    await press('Preview and publish…');
    expect((await donations()).getByText(questionsSentences.answer)).toBeDefined();
    expect(document.activeElement).toBe((await donations()).getByLabelText('Answer 2'));
    expect(screen.getByText(questionsSentences.groupEmpty)).toBeDefined();
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test('shows why the server refuses an answer, and keeps what was written', async () => {
    const sentence = 'Answer 1 of “Donations”: HTML is not allowed. Please use Markdown only.';
    open({ 'POST /api/admin/questions/preview': refusalResponse(400, sentence, 'invalid_request') });
    const field = (await donations()).getByLabelText('Answer 1');
    await userEvent.type(field, '<b>');
    await press('Preview and publish…');
    expect(await dialog().findByText(sentence)).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect((await donations()).getByLabelText('Answer 1')).toHaveProperty('value', 'Answer to First?<b>');
  });

  test('shows what someone else has published since, keeps what was written, and lets the person decide', async () => {
    let newest = current;
    const changes = [{ name: 'Donations: First?', before: 'Old', after: 'Written by olga' }];
    const at = '2026-11-21T12:00:00.000Z';
    const version = { version: 1, effectiveFrom: at, publishedAt: at, publishedBy: 'olga', reason: 'Typo', changes };
    const calls = open({
      'GET /api/admin/questions': () => jsonResponse(newest)(),
      'POST /api/admin/questions': () => {
        if (newest.version === 1) return jsonResponse({ status: 'published', version: 2 })();
        newest = { ...current, version: 1, history: [version] };
        return refusalResponse(409, 'olga published version 1.', 'version_outdated')();
      },
    });
    await userEvent.type((await donations()).getByLabelText('Question 1'), ' Mine');
    await press('Preview and publish…');
    await publish();
    expect(await dialog().findByText('olga published version 1.')).toBeDefined();
    expect(await dialog().findByText('Donations: First?: Old → Written by olga')).toBeDefined();
    await userEvent.click(dialog().getByRole('button', { name: 'Publish' }));
    await waitFor(() => expect(sent(calls, '/api/admin/questions')).toHaveLength(2));
    expect(sent(calls, '/api/admin/questions').map(({ body }) => body)).toMatchObject([
      { basedOn: 0 },
      { basedOn: 1, questions: { donations: [{ question: 'First? Mine' }, {}] } },
    ]);
  });

  test('is read-only for an Auditor', async () => {
    open({}, 'auditor');
    expect((await donations()).getByLabelText('Question 1')).toHaveProperty('value', 'First?');
    expect(screen.queryByRole('button', { name: 'Preview and publish…' })).toBeNull();
    expect(screen.getByRole('group')).toHaveProperty('disabled', true);
  });
});
