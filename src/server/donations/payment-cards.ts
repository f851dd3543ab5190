import type { Expression } from 'kysely';
import { sql } from 'kysely';
import type { Tx } from '#server/db/database.ts';
import type { PaymentCard } from '#server/ports/provider.ts';

/**
 * Stores the card that paid a donation, once and never again after it was erased. Nothing is stored for donors whose accounts
 * were deleted, or whose addresses were erased.
 */
export async function storePaymentCard(tx: Tx, intentId: string, { brand, lastFour }: PaymentCard): Promise<void> {
  const donation = await tx
    .selectFrom('donations')
    .leftJoin('payer_emails', 'payer_emails.intent_id', 'donations.intent_id')
    .leftJoin('users', 'users.id', 'donations.donor_id')
    .select(['donations.donor_id', 'donated_at', 'users.id as account_id'])
    .select(['payer_emails.intent_id as payer_id', 'payer_emails.email'])
    .where('donations.intent_id', '=', intentId)
    .executeTakeFirst();
  if (!donation) return;
  const hasLostAccount = donation.donor_id !== null && donation.account_id === null;
  const isErased = hasLostAccount || (donation.payer_id !== null && donation.email === null);
  const card = isErased ? erasedCard : { brand, last_four: lastFour };
  await tx
    .insertInto('payment_cards')
    .values({ intent_id: intentId, paid_at: donation.donated_at, ...card })
    .onConflict((conflict) => conflict.column('intent_id').doNothing())
    .execute();
}

/** Erases the cards of these intents. */
export async function eraseCards(tx: Tx, intentIds: Expression<{ intent_id: string }>): Promise<void> {
  await tx
    .updateTable('payment_cards')
    .set(erasedCard)
    .where(sql<boolean>`intent_id in ${intentIds}`)
    .execute();
}

const erasedCard = { brand: null, last_four: null };
