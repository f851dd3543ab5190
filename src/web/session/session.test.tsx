// @vitest-environment happy-dom
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '#web/api.ts';
import { refreshUser } from '#web/query-client.ts';
import { queryClient } from '#web/server-data.tsx';
import { readToast } from '#web/ui/toast/toast.ts';
import { jsonResponse, refusalResponse, stubServer } from '#test/support/web/stub-server.ts';
import {
  ada,
  atPage,
  dropHint,
  openPrivatePage,
  privatePage,
  setHint,
  shownUser,
  signInReason,
} from '#test/support/web/private-page.tsx';
import { beginSession, refreshDonorResponses } from './index.ts';

const userCall = 'GET /api/user';
const hasHint = (): boolean => document.cookie.includes('signed_in=donor');

/** Returns the keys of all responses in the cache. */
const cachedKeys = (): readonly unknown[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.data !== undefined)
    .map(({ queryKey }) => queryKey);

beforeEach(dropHint);
afterEach(() => queryClient.clear());

const refusal = (code: string): ApiError =>
  new ApiError(401, { code, text: code, sentence: code, serverSentence: code });

describe('the user', () => {
  test('is not fetched without the hint cookie, and a private page redirects to sign in', async () => {
    const calls = openPrivatePage({});
    await atPage('Sign In');
    expect(shownUser()).toBe('known nobody');
    expect(calls).toEqual([]);
    expect(signInReason()).toEqual({ returnTo: '/impact', hasSessionEnded: false });
  });

  test('is loading in the prerendered page, which shows a spinner instead of private content', () => {
    stubServer({});
    const html = renderToString(privatePage());
    expect(html).toContain('loading nobody');
    expect(html).toContain('Looking up your account…');
    expect(html).not.toContain('<h1>Impact');
  });

  test('is fetched once and sees private content', async () => {
    setHint();
    const calls = openPrivatePage({ [userCall]: jsonResponse(ada) });
    expect(screen.getByText('Looking up your account…')).toBeDefined();
    await atPage('Impact');
    expect(shownUser()).toBe('known ada');
    expect(calls.map(({ call }) => call)).toEqual([userCall]);
  });

  test('is null when the session has ended, and the hint cookie is removed', async () => {
    setHint();
    openPrivatePage({ [userCall]: refusalResponse(401, 'Please sign in.') });
    await atPage('Sign In');
    expect(hasHint()).toBe(false);
    expect(signInReason()).toEqual({ returnTo: '/impact', hasSessionEnded: true });
  });

  test('is fetched again when another tab signs in after the session has ended', async () => {
    setHint();
    let respond = refusalResponse(401, 'Please sign in.');
    openPrivatePage({ [userCall]: () => respond() });
    await atPage('Sign In');
    respond = jsonResponse(ada);
    setHint();
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await waitFor(() => expect(shownUser()).toBe('known ada'));
  });

  test.each(['visibilitychange', 'focus'])('changes when another tab has signed in another user: %s', async (event) => {
    setHint();
    let respond = jsonResponse(ada);
    openPrivatePage({ [userCall]: () => respond() });
    await waitFor(() => expect(shownUser()).toBe('known ada'));
    respond = jsonResponse({ ...ada, id: 'usr_2', username: 'bob' });
    setHint('donor.Zy9xWv7u');
    act(() => void window.dispatchEvent(new Event(event)));
    expect(screen.queryByRole('heading', { name: 'Impact' })).toBeNull(); // nothing of ada's can be sent as bob
    await waitFor(() => expect(shownUser()).toBe('known bob'));
  });

  test('is not fetched again when the tab comes back into view', async () => {
    setHint();
    const calls = openPrivatePage({ [userCall]: jsonResponse(ada) });
    await atPage('Impact');
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(shownUser()).toBe('known ada');
    expect(calls).toHaveLength(1);
  });

  test('is not fetched again after the hint cookie is gone', async () => {
    setHint();
    const calls = openPrivatePage({ [userCall]: jsonResponse(ada) });
    await atPage('Impact');
    dropHint();
    await act(() => refreshUser(queryClient));
    expect(calls).toHaveLength(1);
    await atPage('Sign In');
  });

  test('is signed in with a hint cookie that has no role', async () => {
    setHint('1');
    openPrivatePage({ [userCall]: jsonResponse(ada) });
    await waitFor(() => expect(shownUser()).toBe('known ada'));
  });

  test('is loading while there is no network, without a redirect', async () => {
    setHint();
    onlineManager.setOnline(false);
    openPrivatePage({ [userCall]: jsonResponse(ada) });
    expect(shownUser()).toBe('loading nobody');
    act(() => onlineManager.setOnline(true));
    await atPage('Impact');
  });

  test('is fetched again when any call is refused because no one is signed in', async () => {
    setHint();
    let isOver = false;
    const calls = openPrivatePage({
      [userCall]: () => (isOver ? refusalResponse(401, 'Please sign in.')() : jsonResponse(ada)()),
    });
    await atPage('Impact');
    isOver = true;
    const failWith = (code: string) =>
      queryClient.query({ queryKey: [code], queryFn: () => Promise.reject(refusal(code)) });
    await expect(failWith('not_found')).rejects.toThrow('not_found');
    expect(calls).toHaveLength(1);
    await act(() => expect(failWith('sign_in_required')).rejects.toThrow('sign_in_required'));
    await atPage('Sign In');
    expect(hasHint()).toBe(false);
    expect(signInReason()).toEqual({ returnTo: '/impact', hasSessionEnded: true });
  });

  test('who was known before the page opened is fetched again: the session may have ended elsewhere', async () => {
    setHint();
    beginSession(queryClient, ada);
    openPrivatePage({ [userCall]: refusalResponse(401, 'Please sign in.') });
    await atPage('Sign In');
    expect(signInReason()).toEqual({ returnTo: '/impact', hasSessionEnded: true });
    expect(cachedKeys()).toEqual([]);
  });

  test('who was known before the page opened keeps it open while the server cannot be reached', async () => {
    setHint();
    beginSession(queryClient, ada);
    const calls = openPrivatePage({ [userCall]: refusalResponse(503, 'Please try again.') });
    await waitFor(() => expect(calls).toHaveLength(1));
    expect(await atPage('Impact')).toBeDefined();
  });

  test('that cannot be fetched keeps the page closed, with a retry button', async () => {
    setHint();
    openPrivatePage({ [userCall]: refusalResponse(500, 'Something broke.') });
    expect(await screen.findByRole('button', { name: 'Try Again' })).toBeDefined();
    expect(shownUser()).toBe('unreachable nobody');
    expect(hasHint()).toBe(true);
  });
});

describe('signing out', () => {
  test('opens the home page and removes private data from the cache, but not the catalogue', async () => {
    setHint();
    const calls = openPrivatePage({ [userCall]: jsonResponse(ada), 'POST /api/logout': jsonResponse({}) });
    await atPage('Impact');
    const ownKeys = ['donations', 'impact', 'account', 'devices'].map((subject) => [subject, ada.id]);
    for (const key of [...ownKeys, ['rewards'], ['confirmation', 'don_1'], ['snacks']])
      queryClient.setQueryData(key, 'a response');
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await atPage('Home');
    expect(shownUser()).toBe('known nobody');
    expect(cachedKeys()).toEqual([['snacks']]);
    expect(calls.at(-1)).toEqual({ call: 'POST /api/logout', body: undefined });
    expect(hasHint()).toBe(false);
  });

  test('that fails shows a toast and changes nothing', async () => {
    setHint();
    openPrivatePage({ [userCall]: jsonResponse(ada), 'POST /api/logout': refusalResponse(500, 'Something broke.') });
    await atPage('Impact');
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }));
    await waitFor(() =>
      expect(readToast()).toMatchObject({
        title: 'Logout failed',
        description: 'Something broke.',
        tone: 'destructive',
      }),
    );
    expect(screen.getByRole('heading', { name: 'Impact' })).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Logout' }).disabled).toBe(false);
  });
});

describe('the cache', () => {
  test('is cleared of private data before another user signs in', () => {
    queryClient.setQueryData(['donations', 'usr_0'], []);
    queryClient.setQueryData(['snacks'], []);
    beginSession(queryClient, ada);
    const keys = queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey);
    expect(keys).toEqual([['snacks'], ['user', '']]);
  });

  test('refetches only history, impact and rewards after a donation', async () => {
    for (const key of [['donations', 'usr_1'], ['impact', 'usr_1'], ['rewards', 'usr_1'], ['user', ''], ['snacks']])
      queryClient.setQueryData(key, 'a response');
    await refreshDonorResponses(queryClient);
    const stale = queryClient
      .getQueryCache()
      .getAll()
      .filter(({ state }) => state.isInvalidated)
      .map(({ queryKey }) => queryKey[0]);
    expect(stale).toEqual(['donations', 'impact', 'rewards']);
  });
});
