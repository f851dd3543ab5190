import type { DonationAnswer } from '#contract/donor.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { prepared } from '#server/db/prepared.ts';
import type { HistoryPlace } from './cursor.ts';
import { disputed, goneMinor, reversalStateOf, standing } from './standing.ts';

/** One page of a history. */
export interface HistoryPage {
  readonly donations: DonationAnswer[];
  /** Where the next page begins; absent when this one is the last. */
  readonly next?: HistoryPlace;
}

/** Most donations that one answer holds (design 6). */
export const donationsMax = 1000;

/** A donor's donations, newest first, from a place on. Two of the same instant stand in the order of their ids. */
export async function listDonations(db: Queryable, donorId: string, after: HistoryPlace): Promise<HistoryPage> {
  const rows = await findDonations(db, { donorId, ...after });
  const shown = rows.slice(0, donationsMax);
  const last = shown.at(-1);
  const hasMore = last !== undefined && rows.length > donationsMax;
  return { donations: shown.map(toAnswer), ...(hasMore ? { next: { donatedAt: last.donated_at, id: last.id } } : {}) };
}

interface HistoryQuery extends HistoryPlace {
  readonly donorId: string;
}

/** One row more than an answer holds tells whether there is another page. */
const findDonations = prepared((db, { donorId, donatedAt, id }: HistoryQuery) =>
  db
    .selectFrom((e) =>
      e
        .selectFrom('donations')
        .select(['id', 'charity_id', 'label', 'amount_minor', 'meals', 'donated_at', 'is_recurring'])
        .select(['charge_total_minor', goneMinor.as('gone_minor'), disputed.as('is_disputed')])
        .where('donor_id', '=', donorId)
        .where((here) => here(here.refTuple('donated_at', 'id'), '<', here.tuple(donatedAt, id)))
        .orderBy('donated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(donationsMax + 1)
        .as('gift'),
    )
    .innerJoin('charities', 'charities.id', 'gift.charity_id')
    .select(['gift.id', 'label', 'amount_minor', 'donated_at', 'is_recurring', 'charge_total_minor'])
    .select(['charities.name as charity_name', standing.amount.as('standing_minor'), standing.meals.as('meals')])
    .select(['gone_minor', 'is_disputed'])
    .orderBy('donated_at', 'desc')
    .orderBy('gift.id', 'desc'),
);

type FoundDonation = Awaited<ReturnType<typeof findDonations>>[number];

function toAnswer(row: FoundDonation): DonationAnswer {
  const answer = {
    id: row.id,
    snackName: row.label,
    charityName: row.charity_name,
    amount: toDecimal(money(row.amount_minor, baseCurrency)), // `amount_minor` is in the base currency on every donation
    mealsProvided: row.meals,
    donationDate: row.donated_at,
    recurring: row.is_recurring === 1,
  };
  const state = reversalStateOf(row);
  if (!state) return answer;
  const gone = money(row.amount_minor - row.standing_minor, baseCurrency);
  return { ...answer, reversal: { state, amount: toDecimal(gone) } };
}
