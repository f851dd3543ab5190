import { expect, test } from 'vitest';
import { compareBooks } from './compare-books.ts';
import type { BothBooks } from './read-books.ts';

const payment = (changes: Partial<BothBooks['payments'][number]> = {}) => ({
  paymentIntentId: 'pi_1',
  checkoutSessionId: 'cs_1',
  currency: 'cad',
  amountReceivedMinor: 524,
  state: 'succeeded',
  ...changes,
});
const session = (changes: Partial<BothBooks['sessions'][number]> = {}) => ({
  id: 'cs_1',
  status: 'complete' as const,
  payment_status: 'paid' as const,
  metadata: { intent_id: 'int_1' },
  ...changes,
});
const intent = (changes: Partial<BothBooks['intents'][number]> = {}) => ({
  id: 'int_1',
  key: 'key-1',
  sessionId: 'cs_1',
  status: 'settled' as const,
  ...changes,
});
const donation = (changes: Partial<BothBooks['donations'][number]> = {}) => ({
  id: 'don_1',
  intentId: 'int_1',
  amountMinor: 524,
  currency: 'CAD',
  ...changes,
});
const books = (changes: Partial<BothBooks> = {}): BothBooks => ({
  payments: [payment()],
  sessions: [session()],
  intents: [intent()],
  donations: [donation()],
  outboxKeys: ['receipt:don_1'],
  alarms: [],
  ...changes,
});
const agreement = { paidCount: 1, lost: [], doubled: [], different: [] };

test('a paid session with one donation of its sum and one receipt agrees', () => {
  expect(compareBooks(books())).toEqual(agreement);
});

test('a paid session without a donation is lost', () => {
  const comparison = compareBooks(books({ donations: [], outboxKeys: [] }));
  expect(comparison).toEqual({ ...agreement, lost: ['cs_1'] });
});

test('two donations of one payment are doubled', () => {
  const twice = books({
    donations: [donation(), donation({ id: 'don_2' })],
    outboxKeys: ['receipt:don_1', 'receipt:don_2'],
  });
  expect(compareBooks(twice)).toEqual({ ...agreement, doubled: ['cs_1'] });
});

test('a second receipt of one donation is doubled, and has no donation of its own', () => {
  const comparison = compareBooks(books({ outboxKeys: ['receipt:don_1', 'receipt:don_1'] }));
  expect(comparison).toEqual({
    ...agreement,
    doubled: ['receipt:don_1'],
    different: ['a receipt without a donation'],
  });
});

test.each<[string, Partial<BothBooks>, string]>([
  ['another sum', { donations: [donation({ amountMinor: 523 })] }, 'paid 524 CAD, booked 523 CAD: don_1'],
  ['another currency', { donations: [donation({ currency: 'USD' })] }, 'paid 524 CAD, booked 524 USD: don_1'],
  ['no receipt', { outboxKeys: [] }, 'a donation without a receipt: don_1'],
  ['an alarm', { alarms: ['quarantined as other_amount: evt_1'] }, 'quarantined as other_amount: evt_1'],
  ['a session of nobody', { intents: [] }, 'a session of no intent: cs_1'],
  ['another noted session', { intents: [intent({ sessionId: 'cs_2' })] }, 'another session noted: cs_1'],
  ['a key that was used again', { intents: [intent({ key: null })] }, 'a key that made a second intent: int_1'],
  [
    'a settled payment that we hold for open',
    { intents: [intent({ status: 'pending' })] },
    'pending with us, settled at the provider: int_1',
  ],
  [
    'two sessions of one intent',
    { sessions: [session(), session({ id: 'cs_2', status: 'open', payment_status: 'unpaid' })] },
    'an intent with two sessions: int_1',
  ],
])('%s is a difference', (_name, changes, sentence) => {
  expect(compareBooks(books(changes)).different).toContain(sentence);
});

test('a donation that nobody paid is a difference', () => {
  const unpaid = books({
    payments: [payment({ amountReceivedMinor: 0, state: 'requires_payment_method' })],
    sessions: [session({ status: 'open', payment_status: 'unpaid' })],
  });
  expect(compareBooks(unpaid)).toEqual({
    paidCount: 0,
    lost: [],
    doubled: [],
    different: ['a donation that nobody paid: don_1', 'settled with us, pending at the provider: int_1'],
  });
});

test.each([
  ['expired', { status: 'expired', payment_status: 'unpaid' }, 'canceled', 'expired'],
  ['open', { status: 'open', payment_status: 'unpaid' }, 'requires_payment_method', 'pending'],
  ['on its way', { status: 'complete', payment_status: 'unpaid' }, 'processing', 'processing'],
  ['returned by the bank', { status: 'complete', payment_status: 'unpaid' }, 'requires_payment_method', 'failed'],
] as const)('a payment that is %s at the provider must be so with us', (_name, state, paymentState, status) => {
  const unpaid = (ours: typeof status | 'settled') =>
    compareBooks(
      books({
        payments: [payment({ amountReceivedMinor: 0, state: paymentState })],
        sessions: [session(state)],
        intents: [intent({ status: ours })],
        donations: [],
        outboxKeys: [],
      }),
    ).different;
  expect(unpaid(status)).toEqual([]);
  expect(unpaid('settled')).toEqual([`settled with us, ${status} at the provider: int_1`]);
});
