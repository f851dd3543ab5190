import * as z from 'zod/mini';
import { money, type Money } from '#domain/money/money.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { storedCurrency } from '#server/db/row-money.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import type { JobHandler } from '#server/outbox/worker.ts';
import type { FraudWarning } from '#server/ports/card-provider.ts';
import type { RefundRequest } from '#server/ports/provider.ts';
import { findProvider } from '#server/ports/providers.ts';
import { endPlanOf } from '../plans/end-plan.ts';
import { quarantine } from '../quarantine.ts';
import { applyReversal } from './apply-reversal.ts';
import { findSettledIntent } from './queries.ts';

/**
 * Enqueues the refund of a payment that a card network reports as fraud, before the payment becomes a dispute, and the
 * cancellation of its subscription. A repeated warning has no effect.
 */
export async function refundFraud(deps: Deps, warning: FraudWarning): Promise<void> {
  const { warningId, paymentId, isLive, account } = warning;
  if (account !== undefined || isLive !== deps.cards.isLive) {
    deps.log.error(warning, 'early fraud warning ignored: other account or mode; needs review');
    return;
  }
  deps.log.warn(warning, 'early fraud warning: refunding the payment');
  const provider = 'stripe';
  const dedupeKey = `fraud_warning:${warningId}`;
  await inTransaction(deps.db, async (tx) => {
    await requestRefund(deps, tx, { provider, paymentId, amount: undefined, reason: 'fraudulent', dedupeKey });
    const intent = await findSettledIntent(tx, { provider, paymentId });
    if (intent) await endPlanOf(deps, tx, intent, warningId);
  });
}

export interface RequestedRefund extends Pick<RefundRequest, 'paymentId' | 'amount' | 'reason'> {
  readonly provider: PaymentProvider;
  /** A second request with the same key has no effect. */
  readonly dedupeKey: string;
  /**
   * True for a payment that is not one of our donations. Otherwise the refund waits until the payment has settled in our
   * records.
   */
  readonly isUnrecorded?: boolean;
  /** Data by which the requester recognizes a repeated request. */
  readonly memo?: Readonly<Record<string, string>>;
}

/** Enqueues a refund in the caller's transaction. */
export async function requestRefund(
  deps: Deps,
  tx: Tx,
  { provider, paymentId, amount, reason, dedupeKey, memo, isUnrecorded = false }: RequestedRefund,
): Promise<void> {
  const amountFields = amount ? { amountMinor: String(amount.amountMinor), currency: amount.currency } : {};
  await enqueue(deps, tx, {
    kind: 'refund_payment',
    dedupeKey,
    payload: {
      ...memo,
      provider,
      paymentId,
      reason,
      ...amountFields,
      ...(isUnrecorded ? { isUnrecorded: 'yes' } : {}),
    },
  });
}

const payloadSchema = z.object({
  provider: z.enum(['stripe', 'paypal']),
  paymentId: z.string(),
  reason: z.enum(['requested_by_customer', 'fraudulent']),
  amountMinor: z.optional(z.string()),
  currency: z.optional(storedCurrency),
  isUnrecorded: z.optional(z.literal('yes')),
});

/**
 * Refunds one of our payments, or one that is not recorded. The job's id is the provider's idempotency key, so a repeated job
 * refunds once. The response is applied immediately; the provider's later message about it changes nothing. A refused refund is
 * quarantined. Throws if the payment has not settled yet or the outcome is unknown, so that the job is retried.
 */
export const refundPaymentJob: JobHandler = async (deps, job) => {
  const payload = payloadSchema.parse(JSON.parse(job.payload));
  if (payload.isUnrecorded === undefined && !(await findSettledIntent(deps.db.read, payload))) {
    throw new Error(`payment ${payload.paymentId} has not settled here`); // its settlement may still arrive
  }
  const provider = findProvider(deps, payload.provider);
  if (!provider) throw new Error(`${payload.provider} is not offered here`);
  const { paymentId, reason } = payload;
  const refunded = await provider.refundPayment({ paymentId, amount: amountOf(payload), reason, requestId: job.id });
  const fields = { jobId: job.id, provider: provider.name, paymentId, outcome: refunded.code };
  switch (refunded.code) {
    case 'refunded':
      deps.log.info(fields, 'payment refunded');
      await applyReversal(deps, refunded.event, provider.isLive);
      return;
    case 'already_refunded':
      deps.log.info(fields, 'refund skipped: nothing left to refund');
      return;
    case 'refused':
      deps.log.error({ ...fields, detail: refunded.detail }, 'refund refused; needs review');
      await quarantine(deps, deps.db.write, {
        provider: provider.name,
        eventId: `${refusalIdPrefix}${job.id}`,
        reason: 'refund_refused',
        detail: { ...payload, detail: refunded.detail },
      });
      return;
    case 'unavailable':
      throw new Error(refunded.detail);
  }
};

/** The quarantined refusal of a refund has this text and the id of its job as its id. */
export const refusalIdPrefix = 'refund_job:';

/** Returns the amount to refund; undefined means all that is left, so an incomplete amount throws. */
function amountOf({ amountMinor, currency }: z.infer<typeof payloadSchema>): Money | undefined {
  if (amountMinor === undefined) return undefined;
  if (currency === undefined) throw new TypeError('the refund names an amount without a currency');
  return money(Number(amountMinor), currency);
}
