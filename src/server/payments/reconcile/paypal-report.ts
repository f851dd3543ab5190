import { isSameMoney } from '#domain/money/money.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { PayPalProvider, ReportedPayment, ReportedRefund } from '#server/ports/paypal-provider.ts';
import { ProviderUnavailable, type ProviderFee } from '#server/ports/provider.ts';
import { earlier, findReadUntil, laterOf } from '../balances/read-balance.ts';
import { clockMarginMs } from '../clock-margin.ts';
import { withRecord } from '../rebuild/with-record.ts';
import {
  applyMissing,
  batches,
  countBooked,
  ifPermitted,
  settlingMs,
  type Comparison,
  type ReconciliationPeriod,
  type Tally,
} from './comparison.ts';
import { bookFees } from './fees.ts';
import { quarantineUnreadable } from '../quarantine-unreadable.ts';
import { applyReversal } from '../reverse/apply-reversal.ts';
import { findIntentsByPayment, findSettledIntents, findReversalStatuses, hasReportedFact } from './queries.ts';

/**
 * Compares PayPal's report with our payments and refunds, and books PayPal's fees. Payments and refunds that are missing in our
 * records, and payments that differ in amount, are fetched and applied. The report lags by hours, and our app may lack the
 * permission to read it, so a donation that is missing from the report is looked up by its order before it counts as unknown.
 */
export async function reconcilePayPalReport(
  deps: Deps,
  paypal: PayPalProvider,
  { since, now, missing }: Omit<ReconciliationPeriod, 'scope' | 'comparedUntil'> & { readonly since: Date },
  tally: Tally,
): Promise<Pick<Comparison, 'unknownAtProvider' | 'feesBooked'>> {
  const readUntil = await findReadUntil(deps.db.read, 'paypal', now);
  const oldest = earlier(now, paypal.balances.historyMs); // payments before the report begins are not compared
  const from = laterOf(since, oldest);
  const reportFrom = laterOf(listedFrom(readUntil, since), oldest);
  const reported = new Set<string>();
  let feesBooked = 0;
  await ifPermitted(missing, async () => {
    for await (const batch of batches(paypal.listTransactions(reportFrom, now))) {
      const payments = batch.filter((entry) => entry.kind === 'payment');
      const refunds = batch.filter((entry) => entry.kind === 'refund');
      for (const { paymentId } of payments) reported.add(paymentId);
      tally.compared += batch.length;
      for (const payment of await findDifferingPayments(deps, payments))
        await fetchAndApply(deps, paypal, payment, tally);
      feesBooked += await bookFees(deps, payments.flatMap(feeOf));
      for (const refund of await findMissingRefunds(deps, refunds)) await fetchRefund(deps, paypal, refund, tally);
    }
  });
  const settled = await findSettledIntents(deps.db.read, {
    provider: 'paypal',
    after: new Date(from.getTime() + clockMarginMs),
    before: new Date(now.getTime() - settlingMs),
  });
  const unknown: string[] = [];
  for (const { id, provider_payment_id: paymentId, provider_session_id: orderId } of settled) {
    const isReported = paymentId !== null && reported.has(paymentId);
    if (!isReported && !(orderId !== null && (await isPaid(paypal, orderId)))) unknown.push(id);
  }
  return { unknownAtProvider: unknown, feesBooked };
}

/**
 * Returns the start of the list, early enough to include everything that earlier runs could not read. PayPal lists an eCheck
 * after it has cleared, with the date on which the donor paid.
 */
const listedFrom = (readUntil: Date, since: Date): Date =>
  new Date(Math.min(since.getTime(), readUntil.getTime() - clearingMs));

/** Longer than an eCheck takes: up to six business days. */
const clearingMs = 14 * 24 * 60 * 60 * 1000;

async function findDifferingPayments(deps: Deps, batch: readonly ReportedPayment[]): Promise<ReportedPayment[]> {
  const paymentIds = batch.map(({ paymentId }) => paymentId);
  const intents = await findIntentsByPayment(deps.db.read, 'paypal', paymentIds);
  return batch.filter((payment) => !isRecorded(payment, intents.get(payment.paymentId)));
}

const isRecorded = ({ amount }: ReportedPayment, intent: DonationIntentRow | undefined): boolean =>
  intent?.status === 'settled' && amount !== undefined && isSameMoney(amount, chargeOf(intent).total);

/**
 * Fetches and applies a payment. Only logs entries without an order, such as transfers; skips facts that we already know or
 * have quarantined.
 */
async function fetchAndApply(
  deps: Deps,
  paypal: PayPalProvider,
  { paymentId }: ReportedPayment,
  tally: Tally,
): Promise<void> {
  const fetched = await paypal.fetchPayment(paymentId);
  if (fetched.code === 'event') {
    const event = await withRecord(deps, fetched.event);
    const isLost = event.record !== undefined; // then an earlier event was quarantined because the intent was missing
    if (isLost || !(await hasReportedFact(deps.db.read, event))) await applyMissing(deps, [event], tally);
  } else if (fetched.code === 'unreadable') {
    if (await quarantineUnreadable(deps, { subjectId: paymentId, detail: fetched.detail })) tally.quarantined += 1;
  } else deps.log.warn({ paymentId, outcome: fetched.code }, 'cannot fetch a reported payment');
}

/** Returns the refunds of our payments that we do not know, or know as pending. */
async function findMissingRefunds(deps: Deps, refunds: readonly ReportedRefund[]): Promise<ReportedRefund[]> {
  if (refunds.length === 0) return [];
  const refundIds = refunds.map(({ refundId }) => refundId);
  const statuses = await findReversalStatuses(deps.db.read, 'paypal', refundIds);
  const paymentIds = refunds.flatMap(({ paymentId }) => paymentId ?? []);
  const intents = await findIntentsByPayment(deps.db.read, 'paypal', paymentIds);
  return refunds.filter(({ refundId, paymentId }) => {
    const isOurs = paymentId === undefined || intents.has(paymentId);
    return isOurs && (statuses.get(refundId) ?? 'noted') === 'noted';
  });
}

async function fetchRefund(
  deps: Deps,
  paypal: PayPalProvider,
  { refundId }: ReportedRefund,
  tally: Tally,
): Promise<void> {
  const fetched = await paypal.fetchRefund(refundId);
  if (fetched.code === 'fetched') countBooked(await applyReversal(deps, fetched.event, paypal.isLive), tally);
  else deps.log.warn({ refundId, outcome: fetched.code }, 'cannot fetch a reported refund');
}

/** PayPal charges one fee for a payment, so the payment's id identifies the fee. */
const feeOf = ({ paymentId, fee, paidAt }: ReportedPayment): ProviderFee[] =>
  fee ? [{ provider: 'paypal', feeId: paymentId, paymentId, fee, occurredAt: paidAt }] : [];

async function isPaid(paypal: PayPalProvider, orderId: string): Promise<boolean> {
  const fetched = await paypal.fetchOrder(orderId);
  if (fetched.code === 'unavailable') throw new ProviderUnavailable(fetched.detail);
  return fetched.code === 'event' && fetched.event.fact.kind === 'settled';
}
