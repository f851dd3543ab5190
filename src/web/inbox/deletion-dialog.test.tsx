// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ContactMessage } from '#contract/contact.ts';
import { fromAda, fromGrace, inboxCallsIn, openInbox, shownRows, viewFirst } from '#test/support/web/inbox-page.tsx';
import { shownToast } from '#test/support/web/shown-toast.ts';
import { jsonResponse, refusalResponse } from '#test/support/web/stub-server.ts';

const list = 'GET /api/admin/messages';
const deleteAda = 'POST /api/admin/messages/msg_1/delete';
const deleteFlood = 'POST /api/admin/message-networks/flood/delete';

const flood: readonly ContactMessage[] = Array.from({ length: 951 }, (_, index) => ({
  ...fromGrace,
  id: `msg_f${index}`,
  network: 'flood',
}));

const press = (part: HTMLElement, name: string | RegExp): Promise<void> =>
  userEvent.click(within(part).getByRole('button', { name }));
const dialog = (): HTMLElement => screen.getByRole('alertdialog');
const confirm = async (): Promise<void> => {
  await userEvent.type(within(dialog()).getByLabelText('Reason'), 'Spam');
  await press(dialog(), 'Delete');
};

describe('one message', () => {
  test('is deleted after a confirmation, and the list is loaded again', async () => {
    let messages = [fromAda, fromGrace];
    const calls = openInbox({
      [list]: () => jsonResponse(messages)(),
      [deleteAda]: () => {
        messages = [fromGrace];
        return jsonResponse({})();
      },
    });
    await press(await viewFirst(), 'Delete message…');
    expect(within(dialog()).getByRole('heading').textContent).toBe('Delete this message?');
    await confirm();
    await waitFor(() => expect(shownRows()).toHaveLength(1 + 1));
    expect(shownToast()).toMatchObject({ title: 'Deleted', description: 'The message has been deleted.' });
    expect(screen.queryByRole('dialog', { name: 'Message' })).toBeNull();
    expect(inboxCallsIn(calls).filter((call) => call.endsWith('/delete'))).toEqual([deleteAda]);
  });

  test('is not deleted without a reason', async () => {
    const calls = openInbox();
    await press(await viewFirst(), 'Delete message…');
    await press(dialog(), 'Delete');
    expect(await within(dialog()).findByText('Please enter a reason.')).toBeDefined();
    expect(inboxCallsIn(calls).filter((call) => call.endsWith('/delete'))).toEqual([]);
  });

  test('stays when the administrator keeps it', async () => {
    const calls = openInbox();
    await press(await viewFirst(), 'Delete message…');
    await press(dialog(), 'Keep');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(inboxCallsIn(calls).filter((call) => call.endsWith('/delete'))).toEqual([]);
  });

  test('stays when deleting it fails, and the dialog stays open', async () => {
    openInbox({ [deleteAda]: refusalResponse(500, 'Something went wrong') });
    await press(await viewFirst(), 'Delete message…');
    await confirm();
    expect(await within(dialog()).findByText('Something went wrong')).toBeDefined();
  });
});

describe('a flood from one network', () => {
  test('is one row, so that an earlier message is on the first page', async () => {
    openInbox({ [list]: jsonResponse([...flood, fromAda]) });
    await screen.findByRole('table');
    expect(shownRows().map(([first, sender]) => sender ?? first)).toEqual([
      'Sender',
      'Gracegrace@example.com',
      'and 950 more from this networkShow allDelete all 951…',
      'Adaada@example.org',
    ]);
    expect(screen.getByText('Total: 952 message(s)')).toBeDefined();
  });

  test('can be shown, with the focus on its first message', async () => {
    openInbox({ [list]: jsonResponse([fromAda, ...flood]) });
    await userEvent.click(await screen.findByRole('button', { name: 'Show all' }));
    expect(shownRows()).toHaveLength(1 + 100);
    expect(screen.queryByText(/more from this network/)).toBeNull();
    expect(document.activeElement).toBe(screen.getAllByRole('button', { name: 'View' })[1]);
  });

  test('is deleted after a dialog that says how many messages it has', async () => {
    let messages = [...flood, fromAda];
    const calls = openInbox({
      [list]: () => jsonResponse(messages)(),
      [deleteFlood]: () => {
        messages = [fromAda];
        return jsonResponse({ deleted: 951 })();
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete all 951…' }));
    expect(within(dialog()).getByRole('heading').textContent).toBe('Delete 951 messages?');
    await confirm();
    await waitFor(() => expect(shownRows()).toHaveLength(1 + 1));
    expect(shownToast()).toMatchObject({ description: '951 messages have been deleted.' });
    expect(inboxCallsIn(calls)).toEqual([list, deleteFlood, list]);
  });

  test('is counted with the messages that the search hides, because all are deleted', async () => {
    const read = flood.map((message, index) => ({ ...message, subject: index < 20 ? 'Buy now' : message.subject }));
    openInbox({ [list]: jsonResponse([...read, fromAda]) });
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Search messages' }), 'buy now');
    await screen.findByText('and 19 more from this network', { exact: false });
    await userEvent.click(screen.getByRole('button', { name: 'Delete all 951…' }));
    expect(within(dialog()).getByRole('heading').textContent).toBe('Delete 951 messages?');
  });

  test('disappears when someone else has just deleted all of it', async () => {
    let messages = [...flood, fromAda];
    openInbox({
      [list]: () => jsonResponse(messages)(),
      [deleteFlood]: () => {
        messages = [fromAda];
        return refusalResponse(404, 'There are no messages from this network.')();
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete all 951…' }));
    await confirm();
    await waitFor(() => expect(shownRows()).toHaveLength(1 + 1));
  });
});
