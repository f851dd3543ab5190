import { sql } from 'kysely';
import type { DonationDetail } from '#contract/admin/donations/detail.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { reversedMinor } from '#server/donations/index.ts';
import { isId } from '#server/ids.ts';
import { readListed } from '../search/listed-donations.ts';
import { readTimeline } from './timeline.ts';

/** Reads everything about a donation, or about a payment that has not become one. Returns undefined for an unknown id. */
export async function readDonation(db: Queryable, donationId: string): Promise<DonationDetail | undefined> {
  const row = isId('don', donationId) ? await findRow(db, donationId) : undefined;
  if (!row) return undefined;
  const [listed] = await readListed(db, [{ intent_id: row.id, at: row.at, id: donationId }]);
  if (!listed) return undefined;
  const { charge_currency: currency } = row;
  return {
    ...listed,
    intentId: row.id,
    serviceFee: toDecimal(money(row.charge_service_fee_minor, currency)),
    remaining: toDecimal(money(row.status === 'settled' ? row.charge_total_minor - row.reversed_minor : 0, currency)),
    amount: toDecimal(money(row.amount_minor, baseCurrency)), // in the base currency on every intent
    meals: row.meals,
    sessionId: row.provider_session_id,
    paymentId: row.provider_payment_id,
    planId: row.plan_id,
    card: row.brand === null || row.last_four === null ? null : { brand: row.brand, lastFour: row.last_four },
    paidBy: row.donor_id === null ? 'guest' : 'donor',
    payerEmail: row.payer_email,
    isPayerErased: row.payer_id !== null && row.payer_email === null,
    timeline: await readTimeline(db, row, new Map([[listed.charityId, listed.charityName]])),
  };
}

const findRow = (db: Queryable, donationId: string) =>
  db
    .selectFrom('donation_intents')
    .leftJoin('donations', 'donations.intent_id', 'donation_intents.id')
    .leftJoin('payer_emails', 'payer_emails.intent_id', 'donation_intents.id')
    .leftJoin('payment_cards', 'payment_cards.intent_id', 'donation_intents.id')
    .selectAll('donation_intents')
    .select(sql<string>`coalesce(donations.donated_at, donation_intents.created_at)`.as('at'))
    .select(['payer_emails.intent_id as payer_id', 'payer_emails.email as payer_email'])
    .select(['payment_cards.brand', 'payment_cards.last_four'])
    .select(reversedMinor.as('reversed_minor'))
    .where('donation_intents.donation_id', '=', donationId)
    .executeTakeFirst();
