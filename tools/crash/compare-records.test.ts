import { expect, test } from 'vitest';
import { compareRecords } from './compare-records.ts';
import type { BothRecords } from './read-records.ts';

const payment = (changes: Partial<BothRecords['payments'][number]> = {}) => ({
  paymentIntentId: 'pi_1',
  checkoutSessionId: 'cs_1',
  currency: 'cad',
  amountReceivedMinor: 524,
  state: 'succeeded',
  ...changes,
});
const session = (changes: Partial<BothRecords['sessions'][number]> = {}) => ({
  id: 'cs_1',
  status: 'complete' as const,
  payment_status: 'paid' as const,
  metadata: { intent_id: 'int_1' },
  ...changes,
});
const intent = (changes: Partial<BothRecords['intents'][number]> = {}) => ({
  id: 'int_1',
  key: 'key-1',
  sessionId: 'cs_1',
  status: 'settled' as const,
  ...changes,
});
const donation = (changes: Partial<BothRecords['donations'][number]> = {}) => ({
  id: 'don_1',
  intentId: 'int_1',
  amountMinor: 524,
  currency: 'CAD',
  ...changes,
});
const records = (changes: Partial<BothRecords> = {}): BothRecords => ({
  payments: [payment()],
  sessions: [session()],
  intents: [intent()],
  donations: [donation()],
  outboxKeys: ['receipt:don_1'],
  problems: [],
  ...changes,
});
const match = { paidCount: 1, lost: [], doubled: [], different: [] };

test('a paid session with one donation of its amount and one receipt matches', () => {
  expect(compareRecords(records())).toEqual(match);
});

test('a paid session without a donation is reported as lost', () => {
  const comparison = compareRecords(records({ donations: [], outboxKeys: [] }));
  expect(comparison).toEqual({ ...match, lost: ['cs_1'] });
});

test('two donations for one payment are reported as doubled', () => {
  const twice = records({
    donations: [donation(), donation({ id: 'don_2' })],
    outboxKeys: ['receipt:don_1', 'receipt:don_2'],
  });
  expect(compareRecords(twice)).toEqual({ ...match, doubled: ['cs_1'] });
});

test('a second receipt is reported as doubled, and as a receipt without a donation', () => {
  const comparison = compareRecords(records({ outboxKeys: ['receipt:don_1', 'receipt:don_1'] }));
  expect(comparison).toEqual({
    ...match,
    doubled: ['receipt:don_1'],
    different: ['a receipt without a donation'],
  });
});

test.each<[string, Partial<BothRecords>, string]>([
  ['another amount', { donations: [donation({ amountMinor: 523 })] }, 'paid 524 CAD, recorded 523 CAD: don_1'],
  ['another currency', { donations: [donation({ currency: 'USD' })] }, 'paid 524 CAD, recorded 524 USD: don_1'],
  ['no receipt', { outboxKeys: [] }, 'a donation without a receipt: don_1'],
  ['a quarantined event', { problems: ['quarantined as other_amount: evt_1'] }, 'quarantined as other_amount: evt_1'],
  ['a session without an intent', { intents: [] }, 'a session without an intent: cs_1'],
  ['another recorded session', { intents: [intent({ sessionId: 'cs_2' })] }, 'another session recorded: cs_1'],
  ['a reused key', { intents: [intent({ key: null })] }, 'a key that created a second intent: int_1'],
  [
    'a settled payment that is pending here',
    { intents: [intent({ status: 'pending' })] },
    'pending here, settled at the provider: int_1',
  ],
  [
    'two sessions for one intent',
    { sessions: [session(), session({ id: 'cs_2', status: 'open', payment_status: 'unpaid' })] },
    'an intent with two sessions: int_1',
  ],
])('%s is reported as a difference', (_name, changes, sentence) => {
  expect(compareRecords(records(changes)).different).toContain(sentence);
});

test('a donation without a payment is reported as a difference', () => {
  const unpaid = records({
    payments: [payment({ amountReceivedMinor: 0, state: 'requires_payment_method' })],
    sessions: [session({ status: 'open', payment_status: 'unpaid' })],
  });
  expect(compareRecords(unpaid)).toEqual({
    paidCount: 0,
    lost: [],
    doubled: [],
    different: ['a donation without a payment: don_1', 'settled here, pending at the provider: int_1'],
  });
});

test.each([
  ['expired', { status: 'expired', payment_status: 'unpaid' }, 'canceled', 'expired'],
  ['open', { status: 'open', payment_status: 'unpaid' }, 'requires_payment_method', 'pending'],
  ['processing', { status: 'complete', payment_status: 'unpaid' }, 'processing', 'processing'],
  ['returned by the bank', { status: 'complete', payment_status: 'unpaid' }, 'requires_payment_method', 'failed'],
] as const)(
  'a payment that is %s at the provider must have the same status here',
  (_name, state, paymentState, status) => {
    const unpaid = (ours: typeof status | 'settled') =>
      compareRecords(
        records({
          payments: [payment({ amountReceivedMinor: 0, state: paymentState })],
          sessions: [session(state)],
          intents: [intent({ status: ours })],
          donations: [],
          outboxKeys: [],
        }),
      ).different;
    expect(unpaid(status)).toEqual([]);
    expect(unpaid('settled')).toEqual([`settled here, ${status} at the provider: int_1`]);
  },
);
