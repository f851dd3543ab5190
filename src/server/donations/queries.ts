import type { Queryable, Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { DonationIntentRow, DonationRow } from '#server/db/tables.ts';

/** Writes the donation of a paid intent, its money as frozen there. Throws when the intent has one already: callers settle once. */
export async function insertDonation(
  tx: Tx,
  intent: DonationIntentRow,
  paid: { readonly donatedAt: Date; readonly donatedOn: string },
): Promise<void> {
  await insertDonationRow(tx, {
    id: intent.donation_id,
    intent_id: intent.id,
    donor_id: intent.donor_id,
    charity_id: intent.charity_id,
    label: intent.label,
    meals: intent.meals,
    is_recurring: intent.is_recurring,
    amount_minor: intent.amount_minor,
    service_fee_minor: intent.service_fee_minor,
    currency: intent.currency,
    charge_subtotal_minor: intent.charge_subtotal_minor,
    charge_service_fee_minor: intent.charge_service_fee_minor,
    charge_total_minor: intent.charge_total_minor,
    charge_currency: intent.charge_currency,
    exchange_rate: intent.exchange_rate,
    rates_set_on: intent.rates_set_on,
    donated_at: paid.donatedAt.toISOString(),
    donated_on: paid.donatedOn,
    time_zone: intent.time_zone,
  });
}

const insertDonationRow = prepared((db, donation: DonationRow) => db.insertInto('donations').values(donation));

/** Gives an unclaimed donation to a donor; false when it has an owner, or when there is no such donation. */
export async function takeUnownedDonation(tx: Tx, donationId: string, donorId: string): Promise<boolean> {
  return (await takeDonationRow(tx, { donationId, donorId })).length > 0;
}

const takeDonationRow = prepared((db, { donationId, donorId }: { donationId: string; donorId: string }) =>
  db
    .updateTable('donations')
    .set({ donor_id: donorId })
    .where('id', '=', donationId)
    .where('donor_id', 'is', null)
    .returning('id'),
);

/** Gives a donation back to whoever claims it next. */
export async function leaveUnowned(tx: Tx, donationId: string): Promise<void> {
  await tx.updateTable('donations').set({ donor_id: null }).where('id', '=', donationId).execute();
}

/** The donor who owns a donation; null when nobody does, or when there is no such donation. */
export async function findOwner(db: Queryable, donationId: string): Promise<string | null> {
  const [row] = await findOwnerRow(db, { donationId });
  return row?.donor_id ?? null;
}

const findOwnerRow = prepared((db, { donationId }: { donationId: string }) =>
  db.selectFrom('donations').select('donor_id').where('id', '=', donationId),
);
