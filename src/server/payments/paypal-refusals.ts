import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';

/** PayPal's definite refusals for a payment so far, of order and capture calls together. */
interface PayPalRefusals {
  readonly count: number;
  /**
   * True if the last capture was declined, refused or needs an action of the payer; false again when the donor requests another
   * capture.
   */
  readonly isDeclined: boolean;
}

export async function findRefusals(db: Queryable, intentId: string): Promise<PayPalRefusals> {
  const row = await db
    .selectFrom('paypal_refusals')
    .select(['count', 'is_declined'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
  return { count: row?.count ?? 0, isDeclined: row?.is_declined === 1 };
}

/**
 * Returns PayPal's idempotency key for a call. PayPal responds to a repeated key the same way as the first time, even with a
 * refusal, so the number of refusals is part of the key: the key is unchanged after a lost response and new after a refusal.
 */
export const requestIdOf = (call: string, { count }: PayPalRefusals): string =>
  count === 0 ? call : `${call}:${count}`;

/**
 * Counts a definite refusal of a call that was made after `known`. Processes that were refused for the same key count one
 * refusal: only the first process finds the count unchanged.
 */
export async function countRefusal(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  intentId: string,
  known: PayPalRefusals,
  isDeclined: boolean,
): Promise<void> {
  const refused = {
    count: known.count + 1,
    is_declined: isDeclined ? 1 : 0,
    refused_at: clock.now().toISOString(),
  };
  await db.write
    .insertInto('paypal_refusals')
    .values({ intent_id: intentId, ...refused })
    .onConflict((conflict) =>
      conflict.column('intent_id').doUpdateSet(refused).where('paypal_refusals.count', '=', known.count),
    )
    .execute();
}

/** Forgets a decline, because the donor requests the capture again. Does nothing if another refusal has been counted since. */
export async function forgetDecline({ db }: Pick<Deps, 'db'>, intentId: string, known: PayPalRefusals): Promise<void> {
  await db.write
    .updateTable('paypal_refusals')
    .set({ is_declined: 0 })
    .where('intent_id', '=', intentId)
    .where('count', '=', known.count)
    .execute();
}
