// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { JSX } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { queryClient } from '#web/server-data.tsx';
import { jsonResponse, stubServer } from '#test/support/web/stub-server.ts';
import {
  ada,
  atPage,
  dropHint,
  openPrivatePage,
  setHint,
  shownUser,
  signInReason,
} from '#test/support/web/private-page.tsx';
import { beginSession, useIsSignedIn } from './index.ts';

beforeEach(dropHint);
afterEach(() => queryClient.clear());

/** Another tab of the same browser; `received` collects the messages it gets. */
function openOtherTab(): { readonly tell: (change: string) => void; readonly received: unknown[] } {
  const channel = new BroadcastChannel('session');
  const received: unknown[] = [];
  channel.addEventListener('message', ({ data }) => void received.push(data));
  onTestFinished(() => channel.close());
  return { tell: (change) => channel.postMessage(change), received };
}

async function openPrivatePageAsAda(): Promise<void> {
  setHint();
  beginSession(queryClient, ada);
  openPrivatePage({});
  await atPage('Impact');
}

test('a sign-out in another tab closes private pages in this one, and removes private data from the cache', async () => {
  await openPrivatePageAsAda();
  queryClient.setQueryData(['confirmation', 'don_1'], 'a response');
  queryClient.setQueryData(['snacks'], 'a response');
  dropHint();
  openOtherTab().tell('signed_out');
  await atPage('Home');
  expect(shownUser()).toBe('known nobody');
  expect(queryClient.getQueryData(['confirmation', 'don_1'])).toBeUndefined();
  expect(queryClient.getQueryData(['snacks'])).toBe('a response');
});

test.each([
  ['gets the message', () => openOtherTab().tell('signed_out')],
  [
    'comes back by the back button',
    () => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  ],
])('a public page that %s forgets private data too', async (_how, notice) => {
  setHint();
  beginSession(queryClient, ada);
  stubServer({});
  render(<Header />);
  queryClient.setQueryData(['donations', ada.id], 'a response');
  dropHint();
  act(notice);
  await waitFor(() => expect(screen.getByText('visitor')).toBeDefined());
  expect(queryClient.getQueryData(['donations', ada.id])).toBeUndefined();
});

const Header = (): JSX.Element => <p>{useIsSignedIn() ? 'donor' : 'visitor'}</p>;

test('when another tab finds that the session has ended, this one opens the sign-in page, with the reason', async () => {
  await openPrivatePageAsAda();
  dropHint();
  openOtherTab().tell('expired');
  await atPage('Sign In');
  expect(signInReason()).toEqual({ returnTo: '/impact', hasSessionEnded: true });
});

test('a sign-out in a tab that sends no message is noticed when this tab comes into view', async () => {
  await openPrivatePageAsAda();
  dropHint();
  act(() => void window.dispatchEvent(new Event('focus')));
  await atPage('Sign In');
  expect(signInReason()).toEqual({ returnTo: '/impact', hasSessionEnded: true });
});

test('other tabs are told when a session begins or ends in this one', async () => {
  await openPrivatePageAsAda();
  const { received } = openOtherTab();
  act(() => beginSession(queryClient, ada));
  await waitFor(() => expect(received).toEqual(['signed_in']));
  stubServer({ 'POST /api/logout': jsonResponse({}) });
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  await waitFor(() => expect(received).toEqual(['signed_in', 'signed_out']));
});

test('logging out works even if the browser blocks channels', async () => {
  vi.stubGlobal('BroadcastChannel', function blocked() {
    throw new DOMException('blocked', 'SecurityError');
  });
  await openPrivatePageAsAda();
  stubServer({ 'POST /api/logout': jsonResponse({}) });
  await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
  expect(await atPage('Home')).toBeDefined();
});

test('the channel is closed while the page is away, so that the back button can restore it', async () => {
  await openPrivatePageAsAda();
  const { received } = openOtherTab();
  act(() => void window.dispatchEvent(new Event('pagehide')));
  act(() => beginSession(queryClient, ada));
  dropHint();
  act(() => void window.dispatchEvent(new Event('pageshow')));
  await atPage('Sign In');
  expect(received).toEqual([]);
});
