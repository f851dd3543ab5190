import { nameKey } from '#server/auth/index.ts';
import type { DonationRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { insertPastDonations, type DonationChanges } from './past-donations.ts';

/** Inserts a donation of a guest who paid with this email address. */
export async function insertGuestDonation(
  deps: Pick<Deps, 'db' | 'random'>,
  email: string,
  changes: DonationChanges = {},
): Promise<DonationRow> {
  const [donation] = await insertPastDonations(deps, [changes]);
  if (!donation) throw new Error('nothing was inserted');
  const { intent_id, donated_at: paid_at } = donation;
  await deps.db.write
    .insertInto('payer_emails')
    .values({ intent_id, email, email_key: nameKey(email), paid_at })
    .execute();
  return donation;
}
