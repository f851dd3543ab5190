import { sql, type RawBuilder } from 'kysely';
import type { DonationState } from '#contract/admin/donations/search.ts';
import type { Money } from '#domain/money/money.ts';
import type { ListPosition } from '#server/db/list-page.ts';

/** A payment that may belong on a page, with the instant and id that order the list. */
export interface Candidate extends ListPosition {
  readonly intent_id: string;
}

/** The range in which a page looks for candidates: from an instant on, before a position, and at most this many. */
export interface SearchRange {
  readonly from: string;
  readonly before: ListPosition;
  readonly candidatesMax: number;
}

/** Selects the newest candidates of a range. Reads no more rows than the range allows, or than one person or payment has. */
export type FindCandidates = (range: SearchRange) => RawBuilder<Candidate>;

export const allDonations: FindCandidates = (range) => newestOf(sql`true`, range);

export const monthlyDonations: FindCandidates = (range) => newestOf(sql`is_recurring = 1`, range);

export const donationsCharged =
  ({ amountMinor, currency }: Money): FindCandidates =>
  (range) =>
    newestOf(sql`charge_total_minor = ${amountMinor} and charge_currency = ${currency}`, range);

/** `paid_at` of a card is the donation's instant, so the index of the cards gives the order. */
export const donationsByCard =
  (lastFour: string): FindCandidates =>
  ({ from, before, candidatesMax }) =>
    sql<Candidate>`
    select payment_cards.intent_id, payment_cards.paid_at as at, donations.id from payment_cards
    inner join donations on donations.intent_id = payment_cards.intent_id
    where last_four = ${lastFour} and paid_at >= ${from} and paid_at <= ${before.at}
      and (paid_at, donations.id) < (${before.at}, ${before.id})
    order by paid_at desc, donations.id desc limit ${sql.lit(candidatesMax)}`;

/** Donations that an active refund or dispute took back, in whole or in part. */
export const reversedDonations: FindCandidates = (range) => reversedOf(tookMoney, range);

/** Donations that a refund or dispute took back in part. */
export const partlyReversedDonations: FindCandidates = (range) =>
  reversedOf(sql`charge_total_minor > subtotal_minor + service_fee_minor`, range);

/** Donations that a dispute took back, in whole or in part. */
export const disputedDonations: FindCandidates = (range) => reversedOf(sql`${tookMoney} and kind = 'dispute'`, range);

const tookMoney = sql`subtotal_minor + service_fee_minor > 0`;

/** Selects each donation once, even if it has several refunds. */
const reversedOf = (
  condition: RawBuilder<unknown>,
  { from, before, candidatesMax }: SearchRange,
): RawBuilder<Candidate> => sql<Candidate>`
    select intent_id, donated_at as at, donation_id as id from reversals
    where is_active = 1 and ${condition}
      and donated_at >= ${from} and donated_at <= ${before.at}
      and (donated_at, donation_id) < (${before.at}, ${before.id})
    group by donated_at, donation_id, intent_id
    order by donated_at desc, donation_id desc, intent_id desc limit ${sql.lit(candidatesMax)}`;

/** Payments that have not become donations. */
export const unpaidIn =
  (status: DonationState): FindCandidates =>
  ({ from, before, candidatesMax }) =>
    sql<Candidate>`
    select id as intent_id, created_at as at, donation_id as id from donation_intents
    where status = ${status} and created_at >= ${from} and created_at <= ${before.at}
      and (created_at, donation_id) < (${before.at}, ${before.id})
    order by created_at desc, donation_id desc limit ${sql.lit(candidatesMax)}`;

/**
 * Selects the payments of these accounts, and those for which a guest typed the address. Duplicates are removed at the end: with
 * a union, SQLite would sort each part, and read all payments of the accounts instead of only the unpaid ones.
 */
export const paymentsOfPeople =
  (accountIds: readonly string[], emailKey?: string): FindCandidates =>
  (range) => {
    const accounts = sql.join(accountIds.length > 0 ? accountIds : [null]);
    return amongFew(sql`
    select distinct intent_id, at, id from (
    select intent_id, donated_at as at, id from donations where donor_id in (${accounts}) and donated_at >= ${oldestNeeded(accounts, range)}
    union all
    select id as intent_id, created_at as at, donation_id as id from donation_intents
    where donor_id in (${accounts}) and donor_id is not null and status != 'settled'
    union all
    select donations.intent_id, donated_at as at, donations.id from payer_emails
    inner join donations on donations.intent_id = payer_emails.intent_id
    where email_key = ${emailKey ?? null}) payment`)(range);
  };

/**
 * Selects the instant of the oldest donation that can be among the candidates; an empty text if all can. An index contains the
 * instant, so that the rows of older donations are not read.
 */
const oldestNeeded = (accounts: RawBuilder<unknown>, { before, candidatesMax }: SearchRange) => sql`coalesce((
      select donated_at from donations where donor_id in (${accounts}) and donated_at < ${before.at}
      order by donated_at desc limit 1 offset ${sql.lit(candidatesMax - 1)}), '')`;

export const paymentsWithIds = (intentIds: readonly string[]): FindCandidates =>
  amongFew(sql`
    select donation_intents.id as intent_id, coalesce(donated_at, created_at) as at, donation_id as id
    from donation_intents left join donations on donations.intent_id = donation_intents.id
    where donation_intents.id in (${sql.join(intentIds)})`);

/** Reads all rows of one person or payment, which are few, before sorting them. */
const amongFew =
  (rows: RawBuilder<unknown>): FindCandidates =>
  (range) =>
    sql<Candidate>`
    with few as materialized (${rows}) select intent_id, at, id from few
    where at >= ${range.from} and (at, id) < (${range.before.at}, ${range.before.id})
    order by at desc, id desc limit ${sql.lit(range.candidatesMax)}`;

const newestOf = (
  condition: RawBuilder<unknown>,
  { from, before, candidatesMax }: SearchRange,
): RawBuilder<Candidate> => sql<Candidate>`
    select intent_id, donated_at as at, id from donations
    where ${condition} and donated_at >= ${from} and donated_at <= ${before.at}
      and (donated_at, id) < (${before.at}, ${before.id})
    order by donated_at desc, id desc limit ${sql.lit(candidatesMax)}`;
