// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { ContactMessage } from '#contract/contact.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { filterMessages } from './filter-messages.ts';
import { donor } from '#test/support/web/donor-page.tsx';
import {
  chooseTab,
  fromAda,
  fromGrace,
  inboxCalls,
  inboxCallsIn,
  openInbox,
  problemToast,
  shownRows,
  viewFirst,
} from '#test/support/web/inbox-page.tsx';
import { shownToast } from '#test/support/web/shown-toast.ts';
import {
  jsonResponse,
  noResponse,
  refusalResponse,
  stubServer,
  type StubResponses,
} from '#test/support/web/stub-server.ts';

vi.mock('./filter-messages.ts', { spy: true });

const senders = (): (string | null)[] => screen.queryAllByText(/^(Ada|Grace)$/).map(({ textContent }) => textContent);
const press = (name: string): Promise<void> => userEvent.click(screen.getByRole('button', { name }));
/** Responds with a page of messages for each cursor. */
const pagesOf = (pages: readonly (readonly ContactMessage[])[]): StubResponses =>
  Object.fromEntries(
    pages.map((messages, index) => [
      index === 0 ? inboxCalls.list : `${inboxCalls.list}?cursor=${index}`,
      () => {
        const response = jsonResponse(messages)();
        if (index + 1 < pages.length) response.headers.set(nextCursorHeader, `${index + 1}`);
        return response;
      },
    ]),
  );
const search = (text: string): Promise<void> => userEvent.type(screen.getByPlaceholderText('Search messages…'), text);

describe('access', () => {
  test('a visitor is sent to sign in, and nothing is requested', async () => {
    const calls = openInbox({}, null);
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
    expect(calls).toEqual([]);
  });

  test('a donor is denied access and offered a link home, and the messages are never requested', async () => {
    const calls = openInbox({}, donor);
    expect(await screen.findByRole('heading', { level: 1, name: 'Access Denied' })).toBeDefined();
    expect(
      screen.getByText(
        'You do not have permission to access this page. Only administrators can view contact messages.',
      ),
    ).toBeDefined();
    expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/');
    expect(inboxCallsIn(calls)).toEqual([]);
  });
});

describe('the list', () => {
  test('shows status, sender, subject and date of every message, and how many there are', async () => {
    openInbox();
    await screen.findByRole('table');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Admin Dashboard');
    expect(shownRows()).toEqual([
      ['Status', 'Sender', 'Subject', 'Date', 'Action'],
      ['New', 'Adaada@example.org', 'Receipts', 'Nov 21, 2026', 'View'],
      ['Read', 'Gracegrace@example.com', '(No Subject)', 'Nov 21, 2026', 'View'],
    ]);
    expect(screen.getByText('Total: 2 message(s)')).toBeDefined();
  });

  test('is filtered by search and status together, and its total counts the matches', async () => {
    openInbox();
    await screen.findByRole('table');
    await search('EXAMPLE.ORG');
    await waitFor(() => expect(senders()).toEqual(['Ada']));
    expect(screen.getByText('Total: 1 message(s)')).toBeDefined();
    await chooseTab('Read');
    await waitFor(() => expect(senders()).toEqual([]));
    expect(screen.getByText('Total: 0 message(s)')).toBeDefined();
    await userEvent.clear(screen.getByPlaceholderText('Search messages…'));
    await waitFor(() => expect(senders()).toEqual(['Grace']));
  });

  test('is filtered once per keystroke', async () => {
    openInbox();
    await screen.findByRole('table');
    const before = vi.mocked(filterMessages).mock.calls.length;
    await search('a');
    await waitFor(() =>
      expect(vi.mocked(filterMessages)).toHaveBeenLastCalledWith(expect.anything(), { search: 'a', status: 'all' }),
    );
    expect(vi.mocked(filterMessages).mock.calls.length - before).toBe(1);
  });

  test('has tabs that arrow keys cycle through', async () => {
    openInbox();
    await chooseTab('All');
    const isChosen = (name: string): boolean =>
      screen.getByRole('tab', { name }).getAttribute('aria-selected') === 'true';
    await userEvent.keyboard('{ArrowLeft}');
    expect([isChosen('Read'), document.activeElement?.textContent]).toEqual([true, 'Read']);
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect([isChosen('New'), screen.getByRole('tabpanel', { name: 'New' }) !== null]).toEqual([true, true]);
  });

  test.each([
    ['no messages at all', [], 'All', '', 'Messages from the contact form will appear here.'],
    ['no new messages', [fromGrace], 'New', '', 'You have read every message.'],
    ['no read messages', [fromAda], 'Read', '', "You haven't read any messages yet."],
    ['no message that matches the search', [fromAda], 'All', 'xyz', 'Try another search, or look in the other tabs.'],
  ])('with %s shows a hint', async (_reason, messages, tab, text, hint) => {
    openInbox({ [inboxCalls.list]: jsonResponse(messages) });
    await screen.findByText(/^Total/);
    await chooseTab(tab);
    if (text !== '') await search(text);
    expect(await screen.findByText('No messages found')).toBeDefined();
    expect(screen.getByText(hint)).toBeDefined();
  });

  test('is a skeleton while it loads', async () => {
    openInbox({ [inboxCalls.list]: noResponse });
    expect((await screen.findByText('Loading messages…')).role).toBe('status');
    expect(document.querySelectorAll('.skeleton')).toHaveLength(5);
  });

  test('shows an error when it does not load, and Try Again loads it', async () => {
    openInbox({ [inboxCalls.list]: refusalResponse(500, 'Something went wrong') });
    const box = await screen.findByRole('alert');
    expect(shownToast()).toEqual(problemToast('Failed to load messages. Please try again.'));
    stubServer({ [inboxCalls.list]: jsonResponse([fromAda]) });
    await userEvent.click(within(box).getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Total: 1 message(s)')).toBeDefined();
  });

  test('is reloaded by Refresh, and stays on screen when that fails', async () => {
    const calls = openInbox();
    await screen.findByRole('table');
    const failing = stubServer({ [inboxCalls.list]: refusalResponse(500, 'Something went wrong') });
    await press('Refresh');
    await waitFor(() => expect(shownToast()).toEqual(problemToast('Failed to load messages. Please try again.')));
    expect(senders()).toEqual(['Ada', 'Grace']);
    stubServer({ [inboxCalls.list]: jsonResponse([fromGrace]) });
    await press('Refresh');
    await waitFor(() => expect(senders()).toEqual(['Grace']));
    expect([inboxCallsIn(calls), inboxCallsIn(failing)]).toEqual([[inboxCalls.list], [inboxCalls.list]]);
  });

  test('still reloads when a new message is opened during the reload', async () => {
    const fromLin = { ...fromGrace, id: 'msg_3', name: 'Lin' };
    openInbox();
    await screen.findByRole('table');
    const responses = [noResponse, jsonResponse([{ ...fromAda, status: 'read' }, fromGrace, fromLin])];
    stubServer({ [inboxCalls.list]: () => (responses.shift() ?? noResponse)(), [inboxCalls.read]: jsonResponse({}) });
    await press('Refresh');
    await viewFirst();
    expect(await screen.findByText('Total: 3 message(s)')).toBeDefined();
  });

  test('shows which messages were answered, and when', async () => {
    const answered = { ...fromGrace, repliedAt: '2026-11-22T12:00:00.000Z' };
    openInbox({ [inboxCalls.list]: jsonResponse([fromAda, answered]) });
    await screen.findByRole('table');
    expect(shownRows().map(([status]) => status)).toEqual(['Status', 'New', 'ReadReplied Nov 22, 2026']);
  });

  test('shows 100 messages at first, and more on request, with the focus on the first new one', async () => {
    const messages = Array.from({ length: 201 }, (_, index) => ({ ...fromGrace, id: `msg_${index}` }));
    openInbox({ [inboxCalls.list]: jsonResponse(messages) });
    expect(await screen.findByText('Total: 201 message(s)')).toBeDefined();
    expect(shownRows()).toHaveLength(1 + 100);
    await press('Show more');
    expect(shownRows()).toHaveLength(1 + 200);
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'View' })[100]);
    await press('Show more');
    expect(shownRows()).toHaveLength(1 + 201);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('loads every page, so that search and total cover all messages', async () => {
    const fromLin = { ...fromGrace, id: 'msg_3', name: 'Lin' };
    const calls = openInbox(pagesOf([[fromAda], [fromGrace], [fromLin]]));
    expect(await screen.findByText('Total: 3 message(s)')).toBeDefined();
    expect(screen.queryByText(/older messages/i)).toBeNull();
    await search('lin');
    expect(await screen.findByText('Total: 1 message(s)')).toBeDefined();
    expect(inboxCallsIn(calls)).toEqual([
      inboxCalls.list,
      `${inboxCalls.list}?cursor=1`,
      `${inboxCalls.list}?cursor=2`,
    ]);
  });

  test('says that older messages are missing when they fail to load, and Refresh loads them', async () => {
    const pages = pagesOf([[fromAda], [fromGrace]]);
    openInbox({ ...pages, [`${inboxCalls.list}?cursor=1`]: refusalResponse(500, 'Something went wrong') });
    expect(await screen.findByText('Older messages are missing. Please refresh.')).toBeDefined();
    expect(shownToast()).toEqual(problemToast('Failed to load messages. Please try again.'));
    expect(senders()).toEqual(['Ada']);
    stubServer(pages);
    await press('Refresh');
    expect(await screen.findByText('Total: 2 message(s)')).toBeDefined();
    expect(screen.queryByText(/older messages/i)).toBeNull();
  });
});
