import { sandboxAt, type Sandbox } from '#sandbox/sandbox.ts';
import { newId } from '../ids.ts';
import type { BalanceTransactionRecord, PayoutRecord, PayoutScheduleRecord } from '../records.ts';
import { isAvailable, payoutToWire } from '../wire/balance.ts';
import { emitEvent } from './events.ts';

const daySeconds = 24 * 3600;

/** Starts or stops the daily payouts, from the next midnight (UTC) on. */
export function setPayoutSchedule(sandbox: Sandbox, interval: PayoutScheduleRecord['interval']): void {
  sandbox.store.payoutSchedule.put({ id: 'schedule', interval, doneUntil: sandbox.clock.presentSeconds() });
}

/** Creates the daily payouts that were due by an instant. Everything that happened before it must already be stored. */
export function payOutDaily(sandbox: Sandbox, until: number): void {
  const { store } = sandbox;
  const schedule = store.payoutSchedule.get('schedule');
  if (schedule?.interval !== 'daily') return;
  for (let at = nextMidnight(schedule.doneUntil); at <= until; at += daySeconds) {
    store.transact(() => {
      payOutAvailable(sandboxAt(sandbox, at));
      store.payoutSchedule.put({ ...schedule, doneUntil: at });
    });
  }
}

const nextMidnight = (seconds: number): number => (Math.floor(seconds / daySeconds) + 1) * daySeconds;

/** Marks payouts that have arrived, then sends the available money of each currency to the bank, where it arrives a day later. */
export function payOutAvailable(sandbox: Sandbox): PayoutRecord[] {
  const { store, clock } = sandbox;
  const now = clock.nowSeconds();
  return store.transact(() => {
    for (const payout of store.payouts.values())
      if (payout.status === 'in_transit' && payout.arrivesAt <= now)
        savePayout(sandbox, { ...payout, status: 'paid' }, 'paid');
    const due = [...store.balanceTransactions.values()].filter(
      (transaction) => transaction.payoutId === undefined && isAvailable(transaction, now),
    );
    return [...Map.groupBy(due, ({ currency }) => currency).values()].flatMap((group) => payOut(sandbox, group) ?? []);
  });
}

/** Pays out the given transactions. If their sum is negative or zero, it waits for later payments. */
function payOut(sandbox: Sandbox, transactions: readonly BalanceTransactionRecord[]): PayoutRecord | undefined {
  const [first] = transactions;
  const amountMinor = transactions.reduce((sum, { amountMinor: amount, feeMinor }) => sum + amount - feeMinor, 0);
  if (!first || amountMinor <= 0) return undefined;
  const { currency } = first;
  const now = sandbox.clock.nowSeconds();
  const id = newId.payout();
  const balanceTransactionId = addToBalance(sandbox, {
    type: 'payout',
    amountMinor: -amountMinor,
    currency,
    sourceId: id,
    description: 'STRIPE PAYOUT',
    payoutId: id,
  });
  for (const transaction of transactions) sandbox.store.balanceTransactions.put({ ...transaction, payoutId: id });
  const payout: PayoutRecord = {
    id,
    created: now,
    arrivesAt: now + daySeconds,
    amountMinor,
    currency,
    status: 'in_transit',
    balanceTransactionId,
  };
  savePayout(sandbox, payout, 'created');
  return payout;
}

/** Has the bank return a payout, even one that had arrived. Returns false if it is unknown or failed before. */
export function failPayout(sandbox: Sandbox, payoutId: string): boolean {
  return sandbox.store.transact(() => {
    const payout = sandbox.store.payouts.get(payoutId);
    if (payout === undefined || payout.status === 'failed') return false;
    const failureBalanceTransactionId = addToBalance(sandbox, {
      type: 'payout_failure',
      amountMinor: payout.amountMinor,
      currency: payout.currency,
      sourceId: payout.id,
      description: 'PAYOUT FAILURE',
    });
    savePayout(sandbox, { ...payout, status: 'failed', failureBalanceTransactionId }, 'failed');
    return true;
  });
}

/** Changes the balance immediately, without a fee. Returns the id of the transaction. */
export function addToBalance(
  sandbox: Sandbox,
  change: Omit<BalanceTransactionRecord, 'id' | 'created' | 'availableOn' | 'feeMinor'>,
): string {
  const now = sandbox.clock.nowSeconds();
  const id = newId.balanceTransaction();
  sandbox.store.balanceTransactions.put({ ...change, id, created: now, availableOn: now, feeMinor: 0 });
  return id;
}

function savePayout(sandbox: Sandbox, payout: PayoutRecord, event: 'created' | 'paid' | 'failed'): void {
  sandbox.store.payouts.put(payout);
  emitEvent(sandbox, { type: `payout.${event}`, object: payoutToWire(payout) }, null);
}
