import * as z from 'zod/mini';
import type { Queryable } from '#server/db/database.ts';
import type { DonationIntentRow, ReversalRow } from '#server/db/tables.ts';

type PaymentKey = { readonly provider: DonationIntentRow['provider']; readonly paymentId: string };

/**
 * Returns true if a quarantined refund may have taken money that we do not count as refunded. The money is counted if a later
 * message explained the refund, with the same amount.
 */
export async function hasRefundInReview(db: Queryable, payment: PaymentKey): Promise<boolean> {
  const entries = await findQuarantined(db, payment);
  if (entries.length === 0) return false;
  const known = await findRefunds(db, payment);
  return entries.some(({ event_id: eventId, detail }) => {
    const { success, data } = refundSchema.safeParse(JSON.parse(detail));
    if (!success) return false;
    if ('payment_id' in data)
      return data.payment_id === payment.paymentId && eventId === `reversal:${data.reversal_id}`;
    return data.paymentId === payment.paymentId && !known.some((refund) => explains(refund, data));
  });
}

/** A refund as its provider reported it. The other form below is a refund that cannot be posted together with the others. */
const reportedRefund = z.object({
  kind: z.literal('refund'),
  paymentId: z.string(),
  reversalId: z.string(),
  amount: z.optional(z.object({ amountMinor: z.number(), currency: z.string() })),
});
const refundSchema = z.union([
  reportedRefund,
  z.object({ kind: z.literal('refund'), payment_id: z.string(), reversal_id: z.string() }),
]);

const explains = (
  { reversal_id: id, status, amount_minor: minor, currency }: ReversalRow,
  { reversalId, amount }: z.infer<typeof reportedRefund>,
): boolean => id === reversalId && status !== 'noted' && minor === amount?.amountMinor && currency === amount.currency;

/**
 * Finds the unresolved messages that contain a payment's id, except those of other accounts and modes, which are not about our
 * payments. The underscores of an id match any character in the query, so the caller compares the ids too.
 */
const findQuarantined = (db: Queryable, { provider, paymentId }: PaymentKey) =>
  db
    .selectFrom('quarantined_events')
    .select(['event_id', 'detail'])
    .where('provider', '=', provider)
    .where('resolved_at', 'is', null)
    .where('reason', 'not in', ['other_account', 'other_mode'])
    .where('detail', 'like', `%${paymentId}%`)
    .execute();

const findRefunds = (db: Queryable, { provider, paymentId }: PaymentKey): Promise<ReversalRow[]> =>
  db
    .selectFrom('reversals')
    .selectAll()
    .where('provider', '=', provider)
    .where('payment_id', '=', paymentId)
    .where('kind', '=', 'refund')
    .execute();
