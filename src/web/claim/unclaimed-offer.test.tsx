// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { readSignInReason, useUser } from '#web/session/index.ts';
import { donor, failure, openFor } from '#test/support/web/donor-page.tsx';
import { UnclaimedOffer } from './unclaimed-offer.tsx';

const storeKey = 'anonymous_donations';
const records = ['don_1', 'don_2'].map((id) => ({ id, amount: 3.5, mealsProvided: 3 }));
const claimed = (): Response => Response.json({ id: 'don_1' });
const refused = (): Response => Response.json({ error: 'no', message: 'no' }, { status: 404 });

const store = (count: number): void => window.localStorage.setItem(storeKey, JSON.stringify(records.slice(0, count)));
const open = (first: () => Response, second = first): readonly string[] =>
  openFor('donor', <UnclaimedOffer />, {
    '/api/donations/don_1/claim': first,
    '/api/donations/don_2/claim': second,
  });
const add = async (): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: 'Add to my account' }));

beforeEach(() => window.localStorage.clear());

test.each([
  [1, "There's an unclaimed donation on this device (US$3.50, 3 meals)."],
  [2, 'There are 2 unclaimed donations on this device (US$7.00, 6 meals).'],
])('a donor is offered %i donations that the browser still remembers', async (count, sentence) => {
  window.localStorage.setItem('country', 'CA');
  store(count);
  open(claimed);
  expect(await screen.findByText(sentence)).toBeDefined();
});

test('adding the donations empties the store, and focus moves to the sentence that says so', async () => {
  store(2);
  const calls = open(claimed);
  await add();
  expect(document.activeElement).toBe(await screen.findByText('Saved to your account.'));
  expect(window.localStorage.getItem(storeKey)).toBeNull();
  expect(calls.filter((path) => path.endsWith('/claim'))).toHaveLength(2);
});

test('a donation that can never be claimed is removed, and the donor is told', async () => {
  store(1);
  open(refused);
  await add();
  expect(await screen.findByText('This donation cannot be claimed.')).toBeDefined();
  expect(window.localStorage.getItem(storeKey)).toBeNull();
});

test('donations whose claim fails again stay, with the button', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  store(2);
  open(claimed, failure);
  await add();
  expect((await screen.findByText(/^We couldn't add everything/)).closest('[role=alert]')).not.toBeNull();
  expect(await screen.findByText(/^There's an unclaimed donation/)).toBeDefined();
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false));
});

test('a session that has ended leads to the sign-in page and then to the history, and the donations stay stored', async () => {
  store(2);
  let isOver = false;
  const withoutSession = (): Response => {
    isOver = true;
    return Response.json({ code: 'sign_in_required', message: 'Please sign in.' }, { status: 401 });
  };
  openFor('donor', <UnclaimedOffer />, {
    '/api/user': () => (isOver ? withoutSession() : Response.json(donor)),
    '/api/donations/don_1/claim': withoutSession,
    '/api/donations/don_2/claim': withoutSession,
  });
  await add();
  expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeDefined();
  expect(readSignInReason(window.history.state)).toEqual({ returnTo: '/donation-history', hasSessionEnded: true });
  expect(window.localStorage.getItem(storeKey)).toBe(JSON.stringify(records));
});

test('nothing is offered to a visitor', () => {
  store(1);
  openFor('visitor', <UnclaimedOffer />);
  expect(screen.queryByRole('button')).toBeNull();
});

test('nothing is offered when nothing is stored', async () => {
  openFor(
    'donor',
    <>
      <UnclaimedOffer />
      <UserName />
    </>,
  );
  await screen.findByText('donor');
  expect(screen.queryByRole('button')).toBeNull();
});

const UserName = (): string | undefined => useUser().user?.username;
