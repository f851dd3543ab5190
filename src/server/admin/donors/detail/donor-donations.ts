import { sql, type RawBuilder } from 'kysely';
import type { DonorDetail, DonorSum } from '#contract/admin/donors/detail.ts';
import type { ListedDonation } from '#contract/admin/donations/search.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { newest, type ListPosition } from '#server/db/list-page.ts';
import { reversedMinor } from '#server/donations/index.ts';
import { paymentsOfPeople, type FindCandidates } from '#server/admin/donations/search/candidates.ts';
import { filterCandidates, readListed } from '#server/admin/donations/search/listed-donations.ts';
import type { Donor } from '../find-donor.ts';

export const donationsPerPage = 50;

export interface DonorDonations {
  readonly donations: ListedDonation[];
  /** The position at which the next page begins; undefined on the last page. */
  readonly next: ListPosition | undefined;
}

/**
 * Finds a page of a donor's donations and unpaid payments, newest first. A guest's list includes donations that have since been
 * claimed.
 */
export async function findDonorDonations(db: Queryable, donor: Donor, before: ListPosition): Promise<DonorDonations> {
  const candidates = paymentsOf(donor)({ from: '', before, candidatesMax: donationsPerPage + 1 });
  const found = await filterCandidates(db, candidates, {}, donationsPerPage + 1);
  const page = found.slice(0, donationsPerPage);
  return { donations: await readListed(db, page), next: found.length > donationsPerPage ? page.at(-1) : undefined };
}

const paymentsOf = (donor: Donor): FindCandidates =>
  donor.kind === 'account' ? paymentsOfPeople([donor.id]) : paymentsOfPeople([], donor.emailKey);

/** Sums a donor's donations by currency. A donation that a guest paid and an account has claimed counts for the account. */
export async function sumDonorDonations(db: Queryable, donor: Donor): Promise<DonorSum[]> {
  const rows = await donationsOwnedBy(db, donor)
    .select(['charge_currency as currency', sumOf(sql.ref('charge_total_minor')).as('charged_minor')])
    .select([sumOf(reversedMinor).as('returned_minor'), (e) => e.fn.countAll<number>().as('donations')])
    .groupBy('charge_currency')
    .orderBy('charge_currency')
    .execute();
  return rows.map(({ currency, donations, charged_minor: charged, returned_minor: returned }) => ({
    currency,
    donations,
    charged: toDecimal(money(charged, currency)),
    returned: toDecimal(money(returned, currency)),
  }));
}

const sumOf = (amount: RawBuilder<unknown>): RawBuilder<number> => sql<number>`cast(sum(${amount}) as bigint)`;

/** Selects the donations of an account, or those that a guest paid and no one has claimed. */
const donationsOwnedBy = (db: Queryable, donor: Donor) =>
  donor.kind === 'account'
    ? db.selectFrom('donations').where('donations.donor_id', '=', donor.id)
    : db
        .selectFrom('donations')
        .where('donations.donor_id', 'is', null)
        .where('donations.intent_id', 'in', (e) =>
          e.selectFrom('payer_emails').select('intent_id').where('email_key', '=', donor.emailKey),
        );

/** Finds the newest notes about a donor's payments. */
export async function findDonorNotes(db: Queryable, donor: Donor): Promise<DonorDetail['notes']> {
  const payments = paymentsOf(donor)({ from: '', before: newest, candidatesMax: searchedPaymentsMax });
  return db
    .selectFrom('donation_notes')
    .innerJoin('donation_intents', 'donation_intents.id', 'donation_notes.intent_id')
    .leftJoin('users', 'users.id', 'donation_notes.written_by')
    .select(['donation_notes.id', 'donation_id as donationId', 'note', 'users.username as author', 'written_at as at'])
    .where('donation_notes.intent_id', 'in', sql<string>`(select intent_id from (${payments}) payment)`)
    .orderBy('written_at', 'desc')
    .orderBy('donation_notes.id', 'desc')
    .limit(notesMax)
    .execute();
}

const notesMax = 50;

/** How many of a donor's payments are searched for notes. */
const searchedPaymentsMax = 1000;
