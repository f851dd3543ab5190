import type { Tx } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { DonationIntentRow, DonationRow } from '#server/db/tables.ts';
import { findDonorDay } from './donor-day.ts';

/**
 * Records the donation of a settled intent, with the amounts frozen on the intent. The caller has locked the donor's account.
 * Throws if the intent already has a donation.
 */
export async function insertDonation(tx: Tx, intent: DonationIntentRow, donatedAt: Date): Promise<void> {
  const own = { id: intent.donation_id, donatedAt, timeZone: intent.time_zone };
  const day = await findDonorDay(tx, intent.donor_id, own);
  await insertDonationRow(tx, {
    id: intent.donation_id,
    intent_id: intent.id,
    donor_id: intent.donor_id,
    charity_id: intent.charity_id,
    frozen_charity_name: intent.frozen_charity_name,
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
    donated_at: donatedAt.toISOString(),
    ...day,
  });
}

const insertDonationRow = prepared((db, donation: DonationRow) => db.insertInto('donations').values(donation));
