import { isSameMoney } from '#domain/money/money.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { bookFees } from './book-fees.ts';
import { ProviderUnavailable, type ProviderFee } from './card-provider.ts';
import { chargeOf } from './charge-of.ts';
import { batches, feed, marginMs, settlingMs, type ComparedTime, type Comparison, type Tally } from './feed-events.ts';
import type { PayPalProvider, ReportedPayment } from './paypal-provider.ts';
import { findIntentsByPayment, findSettledIntents, isHeardOf } from './reconcile-queries.ts';

/**
 * Compares PayPal's report of payments with our donations, both ways. Payments that we lack, or know with another sum, are
 * asked for and put through the one door, and what PayPal kept of ours is booked. Answers the intents of donations that PayPal does not know as paid: the report
 * lags by hours, so each that it lacks is asked for by its order first.
 */
export async function comparePayPalReport(
  deps: Deps,
  paypal: PayPalProvider,
  time: ComparedTime,
  tally: Tally,
): Promise<Pick<Comparison, 'unknownAtProvider' | 'feesBooked'>> {
  const reported = new Set<string>();
  let feesBooked = 0;
  for await (const batch of batches(paypal.listPayments(time.since, time.now))) {
    for (const { paymentId } of batch) reported.add(paymentId);
    tally.compared += batch.length;
    for (const payment of await differingPayments(deps, batch)) await askForPayment(deps, paypal, payment, tally);
    feesBooked += await bookFees(deps, batch.flatMap(feeOf));
  }
  const settled = await findSettledIntents(deps.db.read, {
    provider: 'paypal',
    after: new Date(time.since.getTime() + marginMs),
    before: new Date(time.now.getTime() - settlingMs),
  });
  const unknown: string[] = [];
  for (const intent of settled) {
    if (reported.has(intent.provider_payment_id ?? '')) continue;
    if (!(await isPaid(paypal, intent.provider_session_id ?? ''))) unknown.push(intent.id);
  }
  return { unknownAtProvider: unknown, feesBooked };
}

/** A payment is charged for once, so its id names the fee. */
const feeOf = ({ paymentId, fee, paidAt }: ReportedPayment): ProviderFee[] =>
  fee ? [{ provider: 'paypal', feeId: paymentId, paymentId, fee, occurredAt: paidAt }] : [];

async function differingPayments(deps: Deps, batch: readonly ReportedPayment[]): Promise<ReportedPayment[]> {
  const paymentIds = batch.map(({ paymentId }) => paymentId);
  const intents = await findIntentsByPayment(deps.db.read, 'paypal', paymentIds);
  return batch.filter((payment) => !isKnown(payment, intents.get(payment.paymentId)));
}

const isKnown = ({ amount }: ReportedPayment, intent: DonationIntentRow | undefined): boolean =>
  intent?.status === 'settled' && amount !== undefined && isSameMoney(amount, chargeOf(intent).total);

/**
 * A movement that is no payment for an order, such as a transfer to the account, is none of ours. What was put aside before
 * is not put aside again.
 */
async function askForPayment(
  deps: Deps,
  paypal: PayPalProvider,
  { paymentId }: ReportedPayment,
  tally: Tally,
): Promise<void> {
  const fetched = await paypal.fetchPayment(paymentId);
  if (fetched.code === 'event') {
    if (!(await isHeardOf(deps.db.read, fetched.event))) await feed(deps, [fetched.event], tally);
  } else deps.log.warn({ paymentId, outcome: fetched.code }, 'a payment of the report could not be looked at');
}

async function isPaid(paypal: PayPalProvider, orderId: string): Promise<boolean> {
  const fetched = await paypal.fetchOrder(orderId);
  if (fetched.code === 'unavailable') throw new ProviderUnavailable(fetched.detail);
  return fetched.code === 'event' && fetched.event.fact.kind === 'settled';
}
