import * as z from 'zod/mini';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money, type Money } from '#domain/money/money.ts';
import type { Deps } from '#server/deps.ts';
import type { JobHandler } from '#server/outbox/worker.ts';
import { applyReversal } from './apply-reversal.ts';
import type { RefundedPayment } from './card-provider.ts';
import { isLiveAt } from './live-mode.ts';
import { putAside } from './put-aside.ts';
import { findSettledIntent } from './reversal-queries.ts';

const payloadSchema = z.object({
  provider: z.enum(['stripe', 'paypal']),
  paymentId: z.string(),
  reason: z.enum(['requested_by_customer', 'fraudulent']),
  amountMinor: z.optional(z.string()),
  currency: z.optional(z.string()),
});

type RefundPayload = z.infer<typeof payloadSchema>;

/**
 * Has a provider give money back; the job's id is its key there, so that a repetition gives back once. What the provider
 * answers is booked at once, and its message about it says nothing new. Only payments of ours are given back. Throws when
 * the provider could not say what became of it; a refusal is put aside for a person.
 */
export const refundPaymentJob: JobHandler = async (deps, job) => {
  const payload = payloadSchema.parse(JSON.parse(job.payload));
  if (!(await findSettledIntent(deps.db.read, payload))) {
    throw new Error(`no payment ${payload.paymentId} is settled here`); // its settlement may still be on its way
  }
  const refunded = await refund(deps, payload, job.id);
  const facts = { jobId: job.id, provider: payload.provider, paymentId: payload.paymentId, outcome: refunded.code };
  switch (refunded.code) {
    case 'refunded':
      deps.log.info(facts, 'refund made');
      await applyReversal(deps, refunded.event, isLiveAt(deps, payload.provider));
      return;
    case 'already_refunded':
      deps.log.info(facts, 'refund not made: nothing was left');
      return;
    case 'refused':
      deps.log.error({ ...facts, detail: refunded.detail }, 'refund refused: a person must look at it');
      return void (await putAside(deps, deps.db.write, {
        provider: payload.provider,
        eventId: `refund_job:${job.id}`,
        reason: 'refund_refused',
        detail: { ...payload, detail: refunded.detail },
      }));
    case 'unavailable':
      throw new Error(refunded.detail);
  }
};

async function refund(deps: Deps, payload: RefundPayload, requestId: string): Promise<RefundedPayment> {
  const { provider, paymentId, reason } = payload;
  const amount = amountOf(payload);
  if (provider === 'stripe') return deps.cards.refundPayment({ paymentId, amount, reason, requestId });
  if (!deps.paypal) return { code: 'unavailable', detail: 'PayPal is not offered here' };
  return deps.paypal.refundPayment({ paymentId, amount, requestId });
}

/** Undefined stands for all that is left, so a sum that cannot be read must never become it. */
function amountOf({ amountMinor, currency }: RefundPayload): Money | undefined {
  if (amountMinor === undefined) return undefined;
  if (currency === undefined || !isCurrencyCode(currency)) throw new TypeError('a refund names no currency of ours');
  return money(Number(amountMinor), currency);
}
