import { inTransaction } from '#server/db/in-transaction.ts';
import type { DonationIntentRow, DonationRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { coffeeColumns } from './checkout-body.ts';

/** The columns that a test can set; by default, a donation is an anonymous coffee for the Canadian food banks. */
export type DonationChanges = Partial<
  Pick<
    DonationRow,
    'donor_id' | 'charity_id' | 'label' | 'meals' | 'is_recurring' | 'amount_minor' | 'donated_at' | 'donated_on'
  >
>;

/** Inserts donations as settled payments would, without the payments. Returns their rows in the same order. */
export async function insertPastDonations(
  { db, random }: Pick<Deps, 'db' | 'random'>,
  wanted: readonly DonationChanges[],
): Promise<readonly DonationRow[]> {
  const donations = wanted.map((changes) => pastDonation(changes, newId('don', random), newId('int', random)));
  await inTransaction(db, async (tx) => {
    for (let from = 0; from < donations.length; from += rowsAtOnce) {
      const chunk = donations.slice(from, from + rowsAtOnce);
      await tx.insertInto('donation_intents').values(chunk.map(settledIntent)).execute();
      await tx.insertInto('donations').values(chunk).execute();
    }
  });
  return donations;
}

const rowsAtOnce = 250; // within the number of values that a statement can have on either engine

function pastDonation(changes: DonationChanges, id: string, intentId: string): DonationRow {
  const donatedAt = changes.donated_at ?? '2026-03-04T12:00:00.000Z';
  return {
    id,
    intent_id: intentId,
    donor_id: null,
    ...coffeeColumns,
    frozen_charity_name: null,
    rates_set_on: '2026-01-01',
    donated_at: donatedAt,
    donated_on: donatedAt.slice(0, 10),
    time_zone: 'UTC',
    ...changes,
  };
}

function settledIntent(donation: DonationRow): DonationIntentRow {
  const { id, intent_id: intentId, donated_at: donatedAt, donated_on: _donatedOn, ...rest } = donation;
  return {
    ...rest,
    id: intentId,
    donation_id: id,
    idempotency_key: null,
    request_hash: '0'.repeat(64),
    version: 2,
    status: 'settled',
    provider: 'stripe',
    donor_id: null,
    provider_session_id: `cs_test_${intentId}`,
    session_number: 1,
    provider_payment_id: null,
    browser_key_hash: null,
    plan_id: null,
    checkout_url: null,
    expires_at: donatedAt,
    items: '[{"id":1,"name":"Coffee","price":{"amountMinor":350,"currency":"USD"},"meals":3,"quantity":1}]',
    success_url: 'http://localhost:3000/donation-success',
    cancel_url: 'http://localhost:3000/',
    created_at: donatedAt,
    updated_at: donatedAt,
  };
}
