// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { markdownSentences, newslettersSentences } from '#contract/admin/newsletters.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';
import { shownToast } from '#test/support/web/shown-toast.ts';
import {
  jsonResponse,
  mutatingCalls,
  refusalResponse,
  stubServer,
  type StubResponses,
} from '#test/support/web/stub-server.ts';
import { createQueryClient } from '#web/query-client.ts';
import { Editor } from './editor.tsx';

const saved = { id: 'nwl_1', subject: 'Spring news', text: 'Hello', version: 1 };
const savePath = 'POST /api/admin/newsletters/nwl_1';

const unsent = {
  startedAt: null,
  startedBy: null,
  pauseCause: null,
  finishedAt: null,
  figures: { waiting: 0, sent: 0, bounced: 0, skipped: 0, failed: 0, unsubscribed: 0 },
};

function openEditor(responses: StubResponses, draft: typeof saved | null = saved) {
  const preview = { 'GET /api/admin/newsletters/nwl_1/preview': jsonResponse({ subject: 'S', text: 'Hello in text' }) };
  const calls = stubServer({ ...preview, ...responses });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterAt address="/admin/newsletter/nwl_1">
        <Editor saved={draft ?? undefined} />
      </RouterAt>
    </QueryClientProvider>,
  );
  return calls;
}

const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
async function write(text: string): Promise<void> {
  await userEvent.clear(screen.getByLabelText('Text'));
  await userEvent.type(screen.getByLabelText('Text'), text);
}

test('a change is saved on the version that was opened, and the preview shows it in a frame without scripts', async () => {
  const calls = openEditor({ [savePath]: jsonResponse({ id: 'nwl_1', version: 2 }) });
  await write('Good morning');
  await press('Save and preview');
  expect(mutatingCalls(calls)).toEqual([
    { call: savePath, body: { subject: 'Spring news', text: 'Good morning', version: 1 } },
  ]);
  expect(shownToast()).toMatchObject({ title: 'Saved' });
  expect(await screen.findByText('Hello in text')).toBeDefined();
  const frame = screen.getByTitle('The email');
  expect(frame.getAttribute('src')).toBe('/api/admin/newsletters/nwl_1/preview.html');
  expect(frame.getAttribute('sandbox')).toBe('allow-popups allow-popups-to-escape-sandbox');
});

test('a new newsletter has no preview, and needs a subject', async () => {
  const calls = openEditor({}, null);
  expect(screen.queryByTitle('The email')).toBeNull();
  await write('Good morning');
  await press('Save and preview');
  expect(screen.getByText(newslettersSentences.subjectMissing)).toBeDefined();
  expect(mutatingCalls(calls)).toEqual([]);
});

test('a page with unsaved changes asks before the author leaves it', async () => {
  openEditor({ [savePath]: jsonResponse({ id: 'nwl_1', version: 2 }) });
  const isAsking = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const link = document.createElement('a');
  link.href = '/admin/newsletter';
  const follow = vi.fn<(event: Event) => void>((event) => event.preventDefault());
  link.addEventListener('click', follow); // as the router does
  document.body.append(link);
  expect(isAsking()).toBe(false);
  link.click();
  expect(follow).toHaveBeenCalledOnce();
  await write('Hello again');
  expect(isAsking()).toBe(true);
  window.addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true });
  link.click();
  expect(follow).toHaveBeenCalledOnce();
  await press('Save and preview');
  await vi.waitFor(() => expect(isAsking()).toBe(false));
  link.remove();
});

test.each([
  ['stays', false],
  ['goes', true],
])('the back button asks for confirmation, and the page %s', async (_, isConfirmed) => {
  const navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  const confirm = vi.fn<() => boolean>(() => isConfirmed);
  vi.stubGlobal('confirm', confirm);
  openEditor({});
  const leave = (navigationType: string, cancelable = true): boolean =>
    navigation.dispatchEvent(Object.assign(new Event('navigate', { cancelable }), { navigationType }));
  leave('traverse');
  expect(confirm).not.toHaveBeenCalled();
  await write('Hello again');
  expect(leave('traverse')).toBe(isConfirmed);
  expect(confirm).toHaveBeenCalledExactlyOnceWith('Leave this page? Your changes are not saved.');
  leave('push');
  leave('traverse', false); // the browser asks the author itself, or cannot stop the navigation
  expect(confirm).toHaveBeenCalledOnce();
});

test('a refused text is explained under its field', async () => {
  openEditor({ [savePath]: refusalResponse(400, markdownSentences.html, 'invalid_request') });
  await write('<b>now</b>');
  await press('Save and preview');
  expect(await screen.findByText(markdownSentences.html)).toBeDefined();
});

test('an author who saves second sees what the first one saved, and decides', async () => {
  const theirs = {
    ...saved,
    text: 'Theirs',
    version: 2,
    status: 'draft',
    updatedAt: '2026-03-04T12:00:00.000Z',
    ...unsent,
  };
  const responses = [
    refusalResponse(409, newslettersSentences.outdated, 'version_outdated'),
    jsonResponse({ id: 'nwl_1', version: 3 }),
  ];
  const calls = openEditor({
    [savePath]: () => responses.shift()!(),
    'GET /api/admin/newsletters/nwl_1': jsonResponse({ ...theirs, updatedBy: 'grace' }),
  });
  await write('Mine');
  await press('Save and preview');
  expect(within(await screen.findByRole('region', { name: 'Version of grace' })).getByText('Theirs')).toBeDefined();
  expect(within(screen.getByRole('region', { name: 'Your version' })).getByText('Mine')).toBeDefined();
  await press('Save my version');
  expect(mutatingCalls(calls).at(-1)).toEqual({
    call: savePath,
    body: { subject: 'Spring news', text: 'Mine', version: 2 },
  });
  expect(await screen.findByLabelText('Text')).toMatchObject({ value: 'Mine' });
});
