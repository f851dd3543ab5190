import type { SelectQueryBuilder } from 'kysely';
import { lockAccount } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import type { Tables } from '#server/db/tables.ts';
import type { PaymentCard } from '#server/ports/provider.ts';

/**
 * Stores the card that paid a donation, once and never again after it was erased. For donors whose accounts were deleted, or
 * whose addresses were erased, it stores an erased card. Locks the account and the address, so that an erasure waits and finds
 * the card.
 */
export async function storePaymentCard(tx: Tx, intentId: string, { brand, lastFour }: PaymentCard): Promise<void> {
  const donation = await tx
    .selectFrom('donations')
    .select(['donor_id', 'donated_at'])
    .where('intent_id', '=', intentId)
    .executeTakeFirst();
  if (!donation) return;
  const isAccountDeleted = donation.donor_id !== null && !(await lockAccount(tx, donation.donor_id));
  const payer = await lockPayer(tx, intentId);
  const card = isAccountDeleted || payer?.email === null ? erasedCard : { brand, last_four: lastFour };
  await tx
    .insertInto('payment_cards')
    .values({ intent_id: intentId, paid_at: donation.donated_at, ...card })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .execute();
}

const lockPayer = (tx: Tx, intentId: string) =>
  tx
    .updateTable('payer_emails')
    .set((e) => ({ paid_at: e.ref('paid_at') }))
    .where('intent_id', '=', intentId)
    .returning('email')
    .executeTakeFirst();

export async function eraseCards(
  tx: Tx,
  intentIds: readonly string[] | SelectQueryBuilder<Tables, keyof Tables, { intent_id: string }>,
): Promise<void> {
  await tx.updateTable('payment_cards').set(erasedCard).where('intent_id', 'in', intentIds).execute();
}

const erasedCard = { brand: null, last_four: null };
