// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { wordsSentences, type AdminWordsResponse } from '#contract/admin/words.ts';
import { standardWords } from '#domain/words/words.ts';
import { openLink } from '#test/support/web/account-page.tsx';
import { forgetVisitor } from '#test/support/web/auth-page.tsx';
import { ada, setHint } from '#test/support/web/private-page.tsx';
import { staffOf } from '#test/support/web/staff.ts';
import { jsonResponse, mutatingCalls, refusalResponse, type StubCall } from '#test/support/web/stub-server.ts';
import WordsPage from './words-page.tsx';

const response: AdminWordsResponse = {
  version: 1,
  words: { ...standardWords, name: 'Snack Aid' },
  standard: standardWords,
  configuredEmail: 'hello@kindbite.example',
  history: [
    {
      version: 1,
      effectiveFrom: '2026-11-21T12:00:00.000Z',
      publishedAt: '2026-11-21T12:00:00.000Z',
      publishedBy: 'conny',
      reason: 'New name',
      changes: [{ name: 'Name', before: 'Kindbite', after: 'Snack Aid' }],
    },
  ],
};

const changes = [{ name: 'Name', before: 'Snack Aid', after: 'Bite Aid' }];

const open = (
  responses: Parameters<typeof openLink>[2] = {},
  role: Parameters<typeof staffOf>[0] = 'content',
): readonly StubCall[] => {
  setHint('admin.Ab3dEf6h');
  return openLink('/admin/words', <WordsPage />, {
    'GET /api/user': jsonResponse(ada),
    'GET /api/admin/me': jsonResponse(staffOf(role)),
    'GET /api/admin/words': jsonResponse(response),
    'POST /api/admin/words/preview': jsonResponse({ changes }),
    ...responses,
  });
};

const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));

async function typeName(text: string): Promise<void> {
  const field = await screen.findByLabelText('Name of the organization');
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

async function publish(): Promise<void> {
  await userEvent.type(await screen.findByLabelText('Reason'), 'Another name');
  await userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Publish' }));
}

const published = (calls: readonly StubCall[]) => mutatingCalls(calls).filter(({ call }) => !call.endsWith('/preview'));

beforeEach(forgetVisitor);

describe('the page of words', () => {
  test('shows what would change, and publishes it', async () => {
    const calls = open({ 'POST /api/admin/words': jsonResponse({ status: 'published', version: 2 }) });
    await typeName('Bite Aid');
    await press('Compare and publish…');
    expect(await screen.findByText('Name: Snack Aid → Bite Aid')).toBeDefined();
    expect(published(calls)).toEqual([]);
    await publish();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(published(calls).map(({ body }) => body)).toEqual([
      { basedOn: 1, reason: 'Another name', words: { ...standardWords, name: 'Bite Aid' } },
    ]);
  });

  test('shows a published contact address that is longer than a new one can be', async () => {
    const contactEmail = `${'a'.repeat(300)}@example.org`;
    open({ 'GET /api/admin/words': jsonResponse({ ...response, words: { ...standardWords, contactEmail } }) });
    expect(await screen.findByDisplayValue(contactEmail)).toBeDefined();
  });

  test('says what is wrong with a field, and compares nothing', async () => {
    const calls = open();
    await typeName('<b>');
    await press('Compare and publish…');
    expect(await screen.findByText(wordsSentences.name)).toBeDefined();
    expect(document.activeElement?.getAttribute('name')).toBe('name'); // the field is far above the button
    expect(mutatingCalls(calls)).toEqual([]);
  });

  test('goes back to the default after a comparison', async () => {
    const calls = open({ 'POST /api/admin/words/default': jsonResponse({ status: 'published', version: 2 }) });
    await press('Back to default…');
    await publish();
    await waitFor(() => expect(published(calls).map(({ call }) => call)).toEqual(['POST /api/admin/words/default']));
    expect(published(calls)[0]?.body).toEqual({ basedOn: 1, reason: 'Another name' });
  });

  test('shows what someone else has published since, and lets the person decide', async () => {
    let current = response;
    const sentence = 'olga published version 2.';
    const calls = open({
      'GET /api/admin/words': () => jsonResponse(current)(),
      'POST /api/admin/words': () => {
        if (current.version === 2) return jsonResponse({ status: 'published', version: 3 })();
        current = { ...response, version: 2 };
        return refusalResponse(409, sentence, 'version_outdated')();
      },
    });
    await typeName('Bite Aid');
    await press('Compare and publish…');
    await publish();
    const dialog = screen.getByRole('alertdialog');
    expect(await within(dialog).findByText(sentence)).toBeDefined();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Publish' }));
    await waitFor(() =>
      expect(published(calls).map(({ body }) => body)).toMatchObject([{ basedOn: 1 }, { basedOn: 2 }]),
    );
  });

  test('is read-only for an Auditor', async () => {
    open({}, 'auditor');
    expect(await screen.findByLabelText('Name of the organization')).toHaveProperty('value', 'Snack Aid');
    expect(screen.getByRole('group')).toHaveProperty('disabled', true);
    expect(screen.queryByRole('button', { name: 'Compare and publish…' })).toBeNull();
  });
});
