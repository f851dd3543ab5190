import { nameKey } from '#server/auth/index.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { retryUnsentMail } from '#server/outbox/queries.ts';

/**
 * - `corrected`: `hadAddress` says whether another address was stored before.
 * - `unchanged`: this address was already stored.
 * - `paid_by_donor`: the receipt goes to the account's address.
 * - `erased`: the address was erased, and may not be stored again.
 */
export type CorrectedEmail =
  | { readonly code: 'corrected'; readonly hadAddress: boolean }
  | { readonly code: 'unchanged' | 'paid_by_donor' | 'erased' | 'donation_not_found' };

/**
 * Replaces a guest's typed address, or adds a missing one, in the caller's transaction. A receipt without a recipient is then
 * sent.
 */
export async function correctPayerEmail(
  deps: Deps,
  tx: Tx,
  donationId: string,
  email: string,
): Promise<CorrectedEmail> {
  const donation = await findPayer(tx, donationId);
  if (!donation) return { code: 'donation_not_found' };
  const { intent_id, payer_id: payerId, stored_id: storedId, email: stored, donated_at: paid_at } = donation;
  if (payerId !== null) return { code: 'paid_by_donor' };
  if (storedId !== null && stored === null) return { code: 'erased' };
  if (stored === email) return { code: 'unchanged' };
  const address = { email, email_key: nameKey(email) };
  const { numInsertedOrUpdatedRows: written = 0n } = await tx
    .insertInto('payer_emails')
    .values({ intent_id, paid_at, ...address })
    .onConflict((conflict) =>
      conflict.column('intent_id').doUpdateSet(address).where('payer_emails.email', 'is not', null),
    )
    .executeTakeFirstOrThrow();
  if (written === 0n) return { code: 'erased' }; // the address was erased after it was read
  await retryUnsentMail(tx, { dedupeKey: `receipt:${donationId}`, now: deps.clock.now() });
  return { code: 'corrected', hadAddress: stored !== null };
}

const findPayer = (tx: Tx, donationId: string) =>
  tx
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .leftJoin('payer_emails', 'payer_emails.intent_id', 'donations.intent_id')
    .select(['donations.intent_id', 'donations.donated_at', 'donation_intents.donor_id as payer_id'])
    .select(['payer_emails.intent_id as stored_id', 'payer_emails.email'])
    .where('donations.id', '=', donationId)
    .executeTakeFirst();
