import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Switch } from 'wouter';
import type { ContactMessage } from '#contract/contact.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { queryClient, ServerData } from '#web/server-data.tsx';
import InboxPage from '#web/inbox/inbox-page.tsx';
import { donor } from './donor-page.tsx';
import { notStaff, staffOf } from './staff.ts';
import { clearToast } from './shown-toast.ts';
import { jsonResponse, stubServer, type StubResponses, type StubCall } from './stub-server.ts';
import { RouterAt } from './router-at.tsx';

/** The calls of the inbox; message `msg_1` is Ada's. */
export const inboxCalls = {
  list: 'GET /api/admin/messages',
  read: 'PATCH /api/admin/messages/msg_1',
  reply: 'POST /api/admin/messages/msg_1/reply',
} as const;

/** A new message. */
export const fromAda: ContactMessage = {
  id: 'msg_1',
  name: 'Ada',
  email: 'ada@example.org',
  subject: 'Receipts',
  message: 'Where is <b>mine</b>?\n\n  Thanks',
  status: 'new',
  timestamp: '2026-11-21T12:00:00.000Z',
};

/** A read message without a subject. */
export const fromGrace: ContactMessage = {
  ...fromAda,
  id: 'msg_2',
  name: 'Grace',
  email: 'grace@example.com',
  subject: '',
  message: 'Hello',
  status: 'read',
};

/** Opens the inbox for the administrator, another user, or a visitor (`null`). Returns the growing list of calls. */
export function openInbox(
  responses: StubResponses = {},
  user: typeof donor | null = { ...donor, isAdmin: true },
  { role = 'owner', address = '/admin/messages' }: { readonly role?: StaffRole; readonly address?: string } = {},
): StubCall[] {
  queryClient.clear();
  clearToast();
  document.cookie = `signed_in=1; path=/; max-age=${user ? 60 : 0}`;
  const calls = stubServer({
    'GET /api/user': jsonResponse(user),
    'GET /api/admin/me': user?.isAdmin === true ? jsonResponse(staffOf(role)) : notStaff,
    [inboxCalls.list]: jsonResponse([fromAda, fromGrace]),
    [inboxCalls.read]: jsonResponse({}),
    [inboxCalls.reply]: jsonResponse({}),
    ...responses,
  });
  render(
    <ServerData>
      <RouterAt address={address}>
        <Switch>
          <Route path="/admin/messages">
            <InboxPage />
          </Route>
          <Route path="/auth">
            <h1>Sign In</h1>
          </Route>
        </Switch>
      </RouterAt>
    </ServerData>,
  );
  return calls;
}

/** Returns the calls, except those that fetch the user, the role and donations. */
export const inboxCallsIn = (calls: readonly StubCall[]): string[] =>
  calls.map(({ call }) => call).filter((call) => !otherCalls.has(call.split('?')[0] ?? ''));

const otherCalls = new Set(['GET /api/user', 'GET /api/admin/me', 'GET /api/admin/donations']);

/** Reads the texts of the table's cells, row by row. */
export const shownRows = (): (string | null)[][] =>
  screen.getAllByRole('row').map((row) => Array.from(row.children, ({ textContent }) => textContent));

/** Chooses one of the tabs. */
export const chooseTab = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('tab', { name }));

/** Opens the first message in the list and returns its panel. */
export async function viewFirst(): Promise<HTMLElement> {
  const [first] = await screen.findAllByRole('button', { name: 'View' });
  await userEvent.click(first!);
  return screen.findByRole('dialog', { name: 'Message' });
}

/** Returns an error toast. */
export const problemToast = (description: string): object => ({ title: 'Error', description, tone: 'destructive' });
