import { createHash } from 'node:crypto';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DonationRow } from '#server/db/tables.ts';
import { pendingIntentRow } from './pending-intents.ts';

/** Session token of the donor's requests. */
export const donorToken = 'd'.repeat(43);

/** Name of the session cookie on an https site. */
export const sessionCookie = '__Host-session';

/** The donor's donations: one a day, up to today. */
const donationCount = 30;

/** Writes a signed-in donor with donations for history, impact and rewards. */
export async function writeDonor(db: Database): Promise<void> {
  const now = new Date();
  await writeSignedInDonor(db, now);
  await inTransaction(db, async (tx) => {
    for (let daysAgo = 0; daysAgo < donationCount; daysAgo += 1) {
      const idSuffix = String(daysAgo).padStart(26, '0');
      const intent = pendingIntentRow(idSuffix, new Date(now.getTime() - daysAgo * dayMs));
      await tx.insertInto('donation_intents').values(intent).execute();
      await tx
        .insertInto('donations')
        .values(donationRow(intent, 5 + (daysAgo % 5)))
        .execute();
    }
  });
}

/** Writes a signed-in donor without donations. */
export const writeSignedInDonor = (db: Database, now = new Date()): Promise<void> =>
  inTransaction(db, async (tx) => {
    await tx.insertInto('users').values(donorRow(now)).execute();
    await tx.insertInto('sessions').values(sessionRow(now)).execute();
  });

const dayMs = 24 * 60 * 60 * 1000;

/** Renews the donor's session, which an earlier run may have written, until a day after `now`. */
export const extendSession = async (db: Database, now: Date): Promise<void> =>
  void (await db.write.updateTable('sessions').set(sessionTimes(now)).execute());

export const donorId = `usr_${'0'.repeat(26)}`;

export const donorRow = (now: Date) => ({
  id: donorId,
  username: 'donor',
  username_key: 'donor',
  email: 'donor@donate.example',
  email_key: 'donor@donate.example',
  password_hash: '',
  first_name: 'A',
  last_name: 'Donor',
  country: 'CA',
  time_zone: 'UTC',
  staff_role: null,
  role: 'donor' as const,
  created_at: now.toISOString(),
});

const sessionRow = (now: Date) => ({
  token_hash: createHash('sha256').update(donorToken).digest('base64url'),
  user_id: donorId,
  ...sessionTimes(now),
  device: 'benchmark',
});

const sessionTimes = (now: Date) => ({
  created_at: now.toISOString(),
  seen_at: now.toISOString(),
  expires_at: new Date(now.getTime() + dayMs).toISOString(),
});

function donationRow(intent: ReturnType<typeof pendingIntentRow>, charityId: number): DonationRow {
  return {
    id: intent.donation_id,
    intent_id: intent.id,
    donor_id: donorId,
    charity_id: charityId,
    frozen_charity_name: intent.frozen_charity_name,
    label: intent.label,
    meals: intent.meals,
    is_recurring: 0,
    amount_minor: intent.amount_minor,
    service_fee_minor: intent.service_fee_minor,
    currency: intent.currency,
    charge_subtotal_minor: intent.charge_subtotal_minor,
    charge_service_fee_minor: intent.charge_service_fee_minor,
    charge_total_minor: intent.charge_total_minor,
    charge_currency: intent.charge_currency,
    exchange_rate: intent.exchange_rate,
    rates_set_on: intent.rates_set_on,
    donated_at: intent.created_at,
    donated_on: intent.created_at.slice(0, 10),
    time_zone: intent.time_zone,
  };
}
