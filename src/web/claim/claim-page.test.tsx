// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderToString } from 'react-dom/server';
import { Route, Switch } from 'wouter';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CountryProvider } from '#web/country/index.ts';
import { readSignInReason } from '#web/session/index.ts';
import { queryClient, ServerData } from '#web/server-data.tsx';
import {
  jsonResponse,
  refusalResponse,
  stubServer,
  type StubResponses,
  type StubCall,
} from '#test/support/web/stub-server.ts';
import ClaimPage from './claim-page.tsx';
import { donor } from '#test/support/web/donor-page.tsx';
import { aReceipt, inHistory } from '#test/support/web/receipt-response.ts';
import { RouterAt } from '#test/support/web/router-at.tsx';

const receipt = aReceipt({ id: 'don_1' });
const receiptCall = 'GET /api/donations/don_1/receipt';
const claimCall = 'PATCH /api/donations/don_1/claim';
const storeKey = 'anonymous_donations';
const record = JSON.stringify([{ id: 'don_1', amount: 7, mealsProvided: 6 }]);
const signedIn: StubResponses = {
  [receiptCall]: jsonResponse(receipt),
  'GET /api/user': jsonResponse(donor),
  'GET /api/donations': jsonResponse([]),
};

const page = (
  <ServerData>
    <CountryProvider>
      <RouterAt address="/claim/don_1">
        <Switch>
          <Route path="/claim/:id">
            <ClaimPage />
          </Route>
          <Route path="/auth">
            <h1>Sign In</h1>
          </Route>
        </Switch>
      </RouterAt>
    </CountryProvider>
  </ServerData>
);

function open(responses: StubResponses): StubCall[] {
  const calls = stubServer(responses);
  render(page);
  return calls;
}

function openSignedIn(responses: StubResponses): StubCall[] {
  document.cookie = 'signed_in=1; path=/';
  return open({ ...signedIn, ...responses });
}

const claim = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: 'Claim this donation' }));

beforeEach(() => {
  document.cookie = 'signed_in=; path=/; max-age=0';
  window.localStorage.clear();
});
afterEach(() => queryClient.clear());

test('the prerendered page shows a spinner and calls no endpoint', () => {
  const calls = stubServer({});
  expect(renderToString(page)).toContain('Looking for the donation…');
  expect(calls).toEqual([]);
});

describe('a stranger with the link', () => {
  test('sees the receipt, and signing in from here stores the donation for its claim', async () => {
    open({ [receiptCall]: jsonResponse(receipt) });
    expect(await screen.findByRole('heading', { name: 'A gift of 6 meals for Maple Pantry' })).toBeDefined();
    expect(screen.getByRole('region', { name: 'Donation receipt' }).textContent).toContain('CA$10.47');
    expect(window.localStorage.getItem(storeKey)).toBeNull();
    await userEvent.click(screen.getByRole('link', { name: 'Sign in to claim' }));
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(window.localStorage.getItem(storeKey)).toBe(record);
  });

  test('reads the possible reasons for an unknown donation and for someone else’s, because the server does not say which it is', async () => {
    open({ [receiptCall]: refusalResponse(404, 'This payment is not confirmed.') });
    expect(await screen.findByRole('heading', { name: 'Nothing to claim here' })).toBeDefined();
    expect(screen.getByText(/the donation may already be claimed, or its payment is not confirmed\.$/)).toBeDefined();
    expect(screen.queryByText(/This payment is not confirmed/)).toBeNull(); // most often it is, and someone else has claimed it
  });

  test('can try again after an error', async () => {
    let respond = refusalResponse(500, 'Something broke.');
    open({ [receiptCall]: () => respond() });
    const again = await screen.findByRole('button', { name: 'Try Again' });
    respond = jsonResponse(receipt);
    await userEvent.click(again);
    expect(await screen.findByRole('link', { name: 'Sign in to claim' })).toBeDefined();
  });
});

describe('a donor', () => {
  test('claims with the button, which removes the donation from the browser’s store', async () => {
    window.localStorage.setItem(storeKey, record);
    const calls = openSignedIn({ [claimCall]: jsonResponse({ id: 'don_1' }) });
    await claim();
    expect(document.activeElement).toBe(await screen.findByText('Saved to your account.'));
    expect(calls.find(({ call }) => call === claimCall)?.body).toEqual({ userId: donor.id });
    expect(window.localStorage.getItem(storeKey)).toBeNull();
  });

  test('who already owns the donation sees that it is saved', async () => {
    const calls = openSignedIn({ 'GET /api/donations': jsonResponse([inHistory(receipt)]) });
    expect(await screen.findByText('Saved to your account.')).toBeDefined();
    expect(document.activeElement).toBe(document.body);
    expect(calls.some(({ call }) => call === claimCall)).toBe(false);
  });

  test('sees that a donation which someone else has just claimed cannot be claimed', async () => {
    window.localStorage.setItem(storeKey, record);
    openSignedIn({ [claimCall]: refusalResponse(404, 'This donation cannot be claimed.') });
    await claim();
    expect(await screen.findByText('This donation cannot be claimed.')).toBeDefined();
    expect(window.localStorage.getItem(storeKey)).toBeNull();
  });

  test('whose claim fails can try again, and the donation stays in the browser’s store', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    window.localStorage.setItem(storeKey, record);
    openSignedIn({ [claimCall]: refusalResponse(500, 'Something broke.') });
    await claim();
    expect(await screen.findByText(/^We couldn't claim this donation/)).toBeDefined();
    expect(window.localStorage.getItem(storeKey)).toBe(record);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Claim this donation' }).disabled).toBe(false);
  });

  test('whose session has ended signs in again and comes back, and signing in claims the donation', async () => {
    let respond = jsonResponse(donor);
    const withoutSession = refusalResponse(401, 'Please sign in.', 'sign_in_required');
    openSignedIn({ [claimCall]: withoutSession, 'GET /api/user': () => respond() });
    const button = await screen.findByRole('button', { name: 'Claim this donation' });
    respond = withoutSession;
    await userEvent.click(button);
    await screen.findByRole('heading', { name: 'Sign In' });
    expect(readSignInReason(window.history.state)).toEqual({ returnTo: '/claim/don_1', hasSessionEnded: true });
    expect(window.localStorage.getItem(storeKey)).toBe(record);
  });

  test('a donor who signs out in another tab no longer sees a receipt', async () => {
    let respond = jsonResponse(receipt);
    openSignedIn({ 'GET /api/donations': jsonResponse([inHistory(receipt)]), [receiptCall]: () => respond() });
    await screen.findByText('Saved to your account.');
    respond = refusalResponse(404, 'This payment is not confirmed.');
    document.cookie = 'signed_in=; path=/; max-age=0';
    act(() => void window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    expect(screen.queryByText('Donation receipt')).toBeNull();
    expect(await screen.findByRole('heading', { name: 'Nothing to claim here' })).toBeDefined();
    expect(JSON.stringify(cachedResponses())).not.toContain('Maple Pantry');
  });
});

const cachedResponses = (): readonly unknown[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ state }) => state.data);
