import type { DonationAnswer } from '#contract/donor.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import { isId } from '#server/ids.ts';
import { isDisputed, remaining, reversalStateOf, reversedMinor } from './remaining.ts';

/** A position in a history, newest first: right after the donation with this instant and id. */
export interface HistoryPosition {
  readonly donatedAt: string;
  readonly id: string;
}

/** The position before every donation: no ISO instant begins with a letter. */
export const newestPosition: HistoryPosition = { donatedAt: 'z', id: '' };

export interface HistoryPage {
  readonly donations: DonationAnswer[];
  /** Where the next page begins; absent on the last page. */
  readonly next?: HistoryPosition;
}

/** One page of a donor's donations, newest first. Donations of the same instant are ordered by id. */
export async function listDonations(db: Queryable, donorId: string, after: HistoryPosition): Promise<HistoryPage> {
  const rows = await findDonations(db, { donorId, ...after });
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  const hasMore = last !== undefined && rows.length > pageSize;
  return { donations: shown.map(toAnswer), ...(hasMore ? { next: { donatedAt: last.donated_at, id: last.id } } : {}) };
}

const pageSize = 1000;

interface HistoryQuery extends HistoryPosition {
  readonly donorId: string;
}

/** Reads one row more than a page holds, to know whether there is another page. */
const findDonations = prepared((db, { donorId, donatedAt, id }: HistoryQuery) =>
  db
    .selectFrom((e) =>
      e
        .selectFrom('donations')
        .select(['id', 'charity_id', 'label', 'amount_minor', 'meals', 'donated_at', 'is_recurring'])
        .select(['charge_total_minor', reversedMinor.as('reversed_minor'), isDisputed.as('is_disputed')])
        .where('donor_id', '=', donorId)
        .where((inner) => inner(inner.refTuple('donated_at', 'id'), '<', inner.tuple(donatedAt, id)))
        .orderBy('donated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize + 1)
        .as('donation'),
    )
    .innerJoin('charities', 'charities.id', 'donation.charity_id')
    .select(['donation.id', 'label', 'amount_minor', 'donated_at', 'is_recurring', 'charge_total_minor'])
    .select(['charities.name as charity_name', remaining.amount.as('remaining_minor'), remaining.meals.as('meals')])
    .select(['reversed_minor', 'is_disputed'])
    .orderBy('donated_at', 'desc')
    .orderBy('donation.id', 'desc'),
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
  const reversed = money(row.amount_minor - row.remaining_minor, baseCurrency);
  return { ...answer, reversal: { state, amount: toDecimal(reversed) } };
}

/** The opaque cursor with which a caller requests the next page. */
export const writeCursor = ({ donatedAt, id }: HistoryPosition): string =>
  Buffer.from(`${donatedAt} ${id}`).toString('base64url');

/** `undefined` for a text that `writeCursor` did not write. */
export function readCursor(cursor: string): HistoryPosition | undefined {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [donatedAt = '', id = ''] = text.split(' ');
  const position = { donatedAt, id };
  const isValid = instantShape.test(donatedAt) && isId('don', id) && writeCursor(position) === cursor;
  return isValid ? position : undefined;
}

const instantShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
