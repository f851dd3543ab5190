// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { readIsSignedIn, readSignInReason } from '#web/session/index.ts';
import { readToast } from '#web/ui/toast/toast.ts';
import { donor } from '#test/support/web/donor-page.tsx';
import { refusalResponse } from '#test/support/web/stub-server.ts';
import { readDraft } from '../draft/draft-store.ts';
import { donateButton, openDonatePage, snackCard } from '#test/support/web/donate-page.tsx';

afterEach(() => {
  window.sessionStorage.clear();
  window.localStorage.clear();
  document.cookie = 'signed_in=; path=/; max-age=0';
});

const sessionOver = refusalResponse(401, 'Please sign in.', 'sign_in_required');

/** Starts a monthly donation while the server forgets the session. `askAgain` returns its next response about the user. */
async function donateMonthly(askAgain: () => Response): Promise<void> {
  document.cookie = 'signed_in=1; path=/';
  let isOver = false;
  const { user } = await openDonatePage({
    responses: {
      'POST /api/create-checkout-session': () => {
        isOver = true;
        return sessionOver();
      },
      'GET /api/user': () => (isOver ? askAgain() : Response.json(donor)),
    },
  });
  await user.click(snackCard('Coffee'));
  await waitFor(() => expect(donateButton().disabled).toBe(false));
  await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  await user.click(donateButton());
}

test('a monthly donation after the session has ended opens the sign-in page, with the reason and without an error', async () => {
  const toastBefore = readToast();
  await donateMonthly(sessionOver);
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  expect(readSignInReason(window.history.state)).toEqual({ returnTo: '/', hasSessionEnded: true });
  expect(readToast()).toBe(toastBefore);
  expect(readIsSignedIn()).toBe(false);
});

test('a monthly donation opens the sign-in page even when the page could not fetch the user', async () => {
  document.cookie = 'signed_in=1; path=/';
  let isOver = false;
  const { user } = await openDonatePage({
    responses: {
      'POST /api/create-checkout-session': () => {
        isOver = true;
        return sessionOver();
      },
      'GET /api/user': () => (isOver ? sessionOver() : refusalResponse(503, 'Please try again.')()),
    },
  });
  await user.click(snackCard('Coffee'));
  await waitFor(() => expect(donateButton().disabled).toBe(false));
  await user.click(screen.getByRole('radio', { name: 'Monthly' }));
  await user.click(donateButton());
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  expect(readSignInReason(window.history.state)).toEqual({ returnTo: '/', hasSessionEnded: true });
});

test('a monthly donation shows the error if the server cannot say who is signed in', async () => {
  await donateMonthly(refusalResponse(500, 'Something broke.'));
  await waitFor(() => expect(readToast()).toMatchObject({ title: 'Checkout Error', description: 'Please sign in.' }));
  expect(donateButton().disabled).toBe(false);
});

test('a one-time donation opens the sign-in page when the server asks everyone to sign in, and keeps the basket', async () => {
  const toastBefore = readToast();
  const { user } = await openDonatePage({ responses: { 'POST /api/create-checkout-session': sessionOver } });
  await user.click(snackCard('Coffee'));
  await waitFor(() => expect(donateButton().disabled).toBe(false));
  const basket = readDraft().basket;
  await user.click(donateButton());
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  expect(readSignInReason(window.history.state)).toEqual({
    returnTo: '/',
    hasSessionEnded: false,
    isForEveryone: true,
  });
  expect(readToast()).toBe(toastBefore);
  expect(readDraft().basket).toBe(basket);
});
