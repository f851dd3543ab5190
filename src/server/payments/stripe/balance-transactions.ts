import * as z from 'zod/mini';
import type { ProviderFee } from '#server/ports/provider.ts';
import { storableText } from '../provider-response.ts';
import { instantSchema, toMoney } from './stripe-responses.ts';

/** The fields of a balance transaction that we read. */
export const balanceTransactionSchema = z.object({
  id: storableText,
  amount: z.int(),
  fee: z.int(),
  net: z.int(),
  currency: z.string(),
  created: instantSchema,
});

/** Returns Stripe's fees for a payment. Leaves out currencies that we do not know: their payments are not ours. */
export function feesOf(
  paymentId: string | null | undefined,
  transactions: readonly z.infer<typeof balanceTransactionSchema>[],
): ProviderFee[] {
  return transactions.flatMap(({ id, fee, currency, created }) => {
    const feeMoney = toMoney(fee, currency);
    if (typeof paymentId !== 'string' || fee === 0 || !feeMoney) return [];
    return [{ provider: 'stripe', feeId: id, paymentId, fee: feeMoney, occurredAt: new Date(created * 1000) }];
  });
}
