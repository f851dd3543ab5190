import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import type { ProviderFee } from '#server/payments/card-provider.ts';
import { instantSchema, textSchema } from './wire-values.ts';

/** What the product reads of a movement on the balance; the rest may be anything. */
const movementSchema = z.object({ id: textSchema, fee: z.int(), currency: z.string(), created: instantSchema });

const chargeSchema = z.object({
  payment_intent: z.nullish(textSchema),
  balance_transaction: z.nullish(movementSchema),
});

const disputeSchema = z.object({
  payment_intent: z.nullish(textSchema),
  balance_transactions: z.array(movementSchema),
});

/** What Stripe kept of a charge. The charge must show its balance transaction whole. Throws TypeError for what is no charge. */
export function feesOfCharge(charge: Stripe.Charge): ProviderFee[] {
  const { data, error } = chargeSchema.safeParse(charge);
  if (error) throw new TypeError(`the answer is no charge: ${error.issues[0]?.path.join('.') ?? ''}`);
  return feesOf(data.payment_intent, data.balance_transaction ? [data.balance_transaction] : []);
}

/** What Stripe kept for a dispute. Throws TypeError for what is no dispute. */
export function feesOfDispute(dispute: Stripe.Dispute): ProviderFee[] {
  const { data, error } = disputeSchema.safeParse(dispute);
  if (error) throw new TypeError(`the answer is no dispute: ${error.issues[0]?.path.join('.') ?? ''}`);
  return feesOf(data.payment_intent, data.balance_transactions);
}

/** Fees in currencies we do not know belong to payments that are not ours. */
function feesOf(
  paymentId: string | null | undefined,
  movements: readonly z.infer<typeof movementSchema>[],
): ProviderFee[] {
  return movements.flatMap(({ id, fee, currency, created }) => {
    const code = currency.toUpperCase();
    if (typeof paymentId !== 'string' || fee === 0 || !isCurrencyCode(code)) return [];
    return [{ provider: 'stripe', feeId: id, paymentId, fee: money(fee, code), occurredAt: new Date(created * 1000) }];
  });
}
