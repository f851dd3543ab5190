import { negate, subtract, zero, type Money } from '#domain/money/money.ts';
import type { BalanceMovement, Period, ProviderPayout } from '#server/ports/balances.ts';
import type { PayPalClient } from '../client/paypal-client.ts';
import { readMoney, type WireMoney, type WireReportEntry } from '../wire-shapes.ts';
import { describeCode, effectOf } from './event-codes.ts';
import { unpaidStatuses } from './payments.ts';
import { readReport } from './read-report.ts';

/** The payouts to our bank, each with its return if the bank sent it back. PayPal calls payouts withdrawals. */
export async function* listPayouts(client: PayPalClient, { from, until }: Period): AsyncGenerator<ProviderPayout> {
  const payouts: WireReportEntry[] = [];
  const returns = new Map<string, WireReportEntry>();
  for await (const entry of readReport(client, from, until)) {
    const effect = effectOf(entry.transaction_event_code);
    if (effect === 'payout') payouts.push(entry);
    if (effect === 'returned_payout' && !unpaidStatuses.has(entry.transaction_status ?? ''))
      returns.set(entry.paypal_reference_id ?? '', entry);
  }
  for (const entry of payouts) {
    const payout = toPayout(entry, returns.get(entry.transaction_id));
    if (payout) yield payout;
  }
}

function toPayout(entry: WireReportEntry, returned: WireReportEntry | undefined): ProviderPayout | undefined {
  const change = readMoney(entry.transaction_amount);
  if (!change) return undefined;
  const amount = negate(change);
  return {
    payoutId: entry.transaction_id,
    amount,
    createdAt: new Date(entry.transaction_initiation_date),
    arrivesAt: undefined,
    movementId: entry.transaction_id,
    ...outcomeOf(entry, amount, returned),
  };
}

/** The bank may return a paid payout later. If the returned amount differs, the return needs review. */
function outcomeOf(
  entry: WireReportEntry,
  amount: Money,
  returned: WireReportEntry | undefined,
): Pick<ProviderPayout, 'status' | 'returned'> {
  if (returned && readMoney(returned.transaction_amount)?.amountMinor === amount.amountMinor) {
    const at = new Date(returned.transaction_initiation_date);
    return { status: 'failed', returned: { movementId: returned.transaction_id, at } };
  }
  if (entry.transaction_status === 'D') {
    const at = new Date(entry.transaction_updated_date ?? entry.transaction_initiation_date);
    return { status: 'canceled', returned: { movementId: `${entry.transaction_id}:denied`, at } };
  }
  return { status: entry.transaction_status === 'P' ? 'in_transit' : 'paid', returned: undefined };
}

export async function* listMovements(client: PayPalClient, { from, until }: Period): AsyncGenerator<BalanceMovement> {
  for await (const entry of readReport(client, from, until)) yield* movementsOf(entry);
}

/** A payout leaves the balance while it is still pending. A fee on a refund is a separate movement. */
function movementsOf(entry: WireReportEntry): BalanceMovement[] {
  const { transaction_id: id, transaction_event_code: code, transaction_status: status = '' } = entry;
  const effect = effectOf(code);
  const amount = readMoney(entry.transaction_amount);
  const isMoved = !unpaidStatuses.has(status) || (effect === 'payout' && status === 'P');
  if (!amount || !isMoved || effect === 'hold') return [];
  const fee = feeIn(entry.fee_amount, amount);
  const noFee = zero(amount.currency);
  const movement = {
    movementId: id,
    kind: code,
    occurredAt: new Date(entry.transaction_initiation_date),
    isAvailable: true,
    description: describeCode(code),
    sourceId: effect === 'payment' || effect === 'refund' ? id : undefined,
    disputedPaymentId: effect === 'dispute' ? entry.paypal_reference_id : undefined,
    returnedPayoutId: effect === 'returned_payout' ? entry.paypal_reference_id : undefined,
  };
  if (effect !== 'refund') return [{ ...movement, net: subtract(amount, fee), fee }];
  const refund = { ...movement, net: amount, fee: noFee };
  const feeOfRefund = { ...movement, movementId: `${id}:fee`, net: negate(fee), fee: noFee, sourceId: undefined };
  return fee.amountMinor === 0 ? [refund] : [refund, { ...feeOfRefund, description: 'Fee of a refund' }];
}

/** PayPal writes a fee as a negative amount. */
function feeIn(reported: WireMoney | undefined, { currency }: Money): Money {
  const fee = readMoney(reported);
  return fee?.currency === currency ? negate(fee) : zero(currency);
}
