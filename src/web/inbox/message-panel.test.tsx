// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ContactMessage } from '#contract/contact.ts';
import { readSignInReason } from '#web/session/index.ts';
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
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';

const field = (): HTMLTextAreaElement => screen.getByLabelText('Reply');
const sendButton = (): HTMLButtonElement => screen.getByRole('button', { name: /^Send/ });
const isOpen = (): boolean => screen.queryByRole('dialog', { name: 'Message' })?.hasAttribute('open') ?? false;

describe('opening a message', () => {
  test('shows it as it was written, markup as text', async () => {
    openInbox();
    const panel = await viewFirst();
    expect(
      within(panel)
        .getAllByRole('definition')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Adaada@example.org',
      'Receipts',
      expect.stringMatching(/^Nov 21, 2026, \d+:00/),
      expect.stringMatching(/New|Read/),
    ]);
    expect(panel.querySelector('.inbox-text')?.textContent).toBe(fromAda.message);
    expect([panel.querySelector('b'), panel.querySelector('.inbox-text')?.getAttribute('dir')]).toEqual([null, 'auto']);
  });

  test('marks a new message as read in panel, list and filtered list', async () => {
    const calls = openInbox();
    await screen.findByRole('table');
    await chooseTab('New');
    const panel = await viewFirst();
    await waitFor(() =>
      expect(shownToast()).toEqual({ title: 'Success', description: 'Message marked as read', tone: 'default' }),
    );
    expect(within(panel).getByText('Read')).toBeDefined();
    expect(screen.getByText('No messages found')).toBeDefined();
    await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
    await chooseTab('All');
    await waitFor(() => expect(shownRows().map(([status]) => status)).toEqual(['Status', 'Read', 'Read']));
    expect(inboxCallsIn(calls)).toEqual([inboxCalls.list, inboxCalls.read]);
  });

  test('by a link marks it as read once it is loaded', async () => {
    const calls = openInbox({}, undefined, { address: '/admin/messages?message=msg_1' });
    const panel = await screen.findByRole('dialog', { name: 'Message' });
    expect(await within(panel).findByText('Read')).toBeDefined();
    expect(inboxCallsIn(calls)).toEqual([inboxCalls.list, inboxCalls.read]);
  });

  test('changes nothing for a message that is already read', async () => {
    const calls = openInbox({ [inboxCalls.list]: jsonResponse([fromGrace]) });
    await viewFirst();
    expect([inboxCallsIn(calls), shownToast()]).toEqual([[inboxCalls.list], undefined]);
  });

  test('leaves the message new when marking it fails', async () => {
    openInbox({ [inboxCalls.read]: refusalResponse(500, 'Something went wrong') });
    const panel = await viewFirst();
    await waitFor(() => expect(shownToast()).toEqual(problemToast('Failed to update message status')));
    expect(within(panel).getByText('New')).toBeDefined();
  });

  test('focuses the details, and closing it focuses the list when its button is gone', async () => {
    openInbox();
    await screen.findByRole('table');
    await chooseTab('New');
    const panel = await viewFirst();
    expect(document.activeElement).toBe(within(panel).getByRole('region', { name: 'Details' }));
    await screen.findByText('No messages found');
    (document.activeElement as HTMLElement).blur(); // as browsers do when a dialog closes and its opener is gone
    await userEvent.click(within(panel).getByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  });

  test('focuses the list when the message leaves it after the panel was closed', async () => {
    const { promise: marked, resolve: respond } = Promise.withResolvers<Response>();
    openInbox({ [inboxCalls.read]: () => marked });
    await screen.findByRole('table');
    await chooseTab('New');
    const panel = await viewFirst();
    await userEvent.click(within(panel).getByRole('button', { name: 'Cancel' }));
    screen.getByRole('button', { name: 'View' }).focus(); // as browsers do when a dialog closes
    respond(jsonResponse({})());
    await screen.findByText('No messages found');
    expect(document.activeElement).toBe(screen.getByRole('tabpanel'));
  });
});

describe('the reply', () => {
  test('cannot be sent while it is empty or only spaces, and submitting it does nothing', async () => {
    const calls = openInbox({ [inboxCalls.list]: jsonResponse([fromGrace]) });
    await viewFirst();
    expect(sendButton().disabled).toBe(true);
    await userEvent.type(field(), '  ');
    expect(sendButton().disabled).toBe(true);
    fireEvent.submit(field().form!);
    expect(inboxCallsIn(calls)).toEqual([inboxCalls.list]);
    expect(document.getElementById('inbox-reply-hint')?.textContent).toContain('from hello@kindbite.example');
  });

  test('is sent once, exactly as written; then a toast shows, the field is cleared and the panel closes', async () => {
    const calls = openInbox();
    await viewFirst();
    await userEvent.type(field(), ' Here it is.');
    await userEvent.dblClick(sendButton());
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(calls.filter(({ call }) => call === inboxCalls.reply)).toEqual([
      { call: inboxCalls.reply, body: { replyMessage: ' Here it is.' } },
    ]);
    expect(shownToast()).toEqual({
      title: 'Reply Sent',
      description: 'Your reply to Ada has been sent successfully.',
      tone: 'default',
    });
    await viewFirst();
    expect(field().value).toBe('');
  });

  test('is shown with its time after it is sent', async () => {
    const repliedAt = '2026-11-22T12:00:00.000Z';
    let messages = [{ ...fromAda, status: 'read' }];
    openInbox({
      [inboxCalls.list]: () => jsonResponse(messages)(),
      [inboxCalls.reply]: () => {
        messages = messages.map((message) => ({ ...message, repliedAt }));
        return jsonResponse({})();
      },
    });
    await viewFirst();
    await userEvent.type(field(), 'Hello');
    await userEvent.click(sendButton());
    await waitFor(() => expect(shownRows()[1]?.[0]).toBe('ReadReplied Nov 22, 2026'));
    const panel = await viewFirst();
    expect(within(panel).getByText('Replied').nextElementSibling?.textContent).toMatch(/^Nov 22, 2026, \d+:00/);
  });

  test('is not sent twice while sending, even after closing and reopening the panel', async () => {
    const { promise: response, resolve: respond } = Promise.withResolvers<Response>();
    const calls = openInbox({ [inboxCalls.reply]: () => response });
    await viewFirst();
    await userEvent.type(field(), 'Hello');
    await userEvent.click(sendButton());
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await viewFirst();
    expect([sendButton().textContent, sendButton().disabled]).toEqual(['Sending Reply...', true]);
    fireEvent.submit(field().form!);
    respond(jsonResponse({})());
    await waitFor(() => expect(isOpen()).toBe(false));
    expect(inboxCallsIn(calls).filter((call) => call === inboxCalls.reply)).toHaveLength(1);
  });

  test.each([
    [
      'the sentence from the server',
      refusalResponse(404, 'This message does not exist.'),
      'This message does not exist.',
    ],
    [
      'the general sentence for a response without one',
      () => new Response('oh', { status: 502 }),
      'Failed to send reply. Please try again.',
    ],
    [
      'the general sentence for a broken connection',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'Failed to send reply. Please try again.',
    ],
  ])('that fails to send shows %s, and stays in the field', async (_how, response, sentence) => {
    openInbox({ [inboxCalls.reply]: response });
    await viewFirst();
    await userEvent.type(field(), 'Hello');
    await userEvent.click(sendButton());
    await waitFor(() => expect(shownToast()).toEqual(problemToast(sentence)));
    expect([isOpen(), field().value]).toEqual([true, 'Hello']);
  });

  test('survives closing the panel, and is discarded by Cancel', async () => {
    openInbox();
    await viewFirst();
    await userEvent.type(field(), 'Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    await viewFirst();
    expect(field().value).toBe('Hello');
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(isOpen()).toBe(false);
    await viewFirst();
    expect(field().value).toBe('');
  });
});

const withoutSession = refusalResponse(401, 'Please sign in.', 'sign_in_required');

/** Opens the inbox of a session that ends with the first change. */
function openInboxUntilChange(messages: readonly ContactMessage[]): void {
  let isOver = false;
  const refuse = (): Response => {
    isOver = true;
    return withoutSession();
  };
  openInbox({
    [inboxCalls.list]: jsonResponse(messages),
    [inboxCalls.read]: refuse,
    [inboxCalls.reply]: refuse,
    'GET /api/user': () => (isOver ? withoutSession : jsonResponse({ ...donor, isAdmin: true }))(),
  });
}

async function expectSignIn(): Promise<void> {
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  expect(readSignInReason(window.history.state)).toEqual({ returnTo: '/admin/messages', hasSessionEnded: true });
  expect(shownToast()).toBeUndefined();
}

describe('after the session has ended', () => {
  test('opening a new message leads to sign in, without an error', async () => {
    openInboxUntilChange([fromAda]);
    await userEvent.click(await screen.findByRole('button', { name: 'View' }));
    await expectSignIn();
  });

  test('sending a reply leads to sign in, without an error', async () => {
    openInboxUntilChange([{ ...fromAda, status: 'read' }]);
    await viewFirst();
    await userEvent.type(field(), 'Thank you.');
    await userEvent.click(sendButton());
    await expectSignIn();
  });
});

test('an Auditor can read a message but not answer or delete it, and the message stays new for the others', async () => {
  const calls = openInbox({}, { ...donor, isAdmin: true }, { role: 'auditor' });
  const panel = within(await viewFirst());
  expect(panel.getByText('ada@example.org')).toBeDefined();
  expect(panel.queryByLabelText('Reply')).toBeNull();
  expect(panel.queryByRole('button', { name: 'Delete message…' })).toBeNull();
  expect(inboxCallsIn(calls)).toEqual([inboxCalls.list]);
});
