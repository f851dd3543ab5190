import type { DonationResponse } from '#contract/donor.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import { pageSize, toPage, type ListPage, type ListPosition } from '#server/db/list-page.ts';
import { baseAmount, isDisputed, remaining, reversalStateOf, reversedMinor } from './remaining.ts';

/** Lists one page of a donor's donations, newest first. Donations with the same time are sorted by id, the highest first. */
export async function listDonations(
  db: Queryable,
  donorId: string,
  after: ListPosition,
  hasDetails: boolean,
): Promise<ListPage<DonationResponse>> {
  const found = await findDonations(db, { donorId, ...after });
  const { rows, nextCursor } = toPage(found, (row) => ({ at: row.donated_at, id: row.id }));
  return { rows: rows.map((row) => toResponse(row, hasDetails)), nextCursor };
}

interface HistoryQuery extends ListPosition {
  readonly donorId: string;
}

const findDonations = prepared((db, { donorId, at, id }: HistoryQuery) =>
  db
    .selectFrom((e) =>
      e
        .selectFrom('donations')
        .select([
          'id',
          'charity_id',
          'frozen_charity_name',
          'label',
          'amount_minor',
          'meals',
          'donated_at',
          'donated_on',
          'is_recurring',
        ])
        .select([
          'charge_total_minor',
          'charge_currency',
          reversedMinor.as('reversed_minor'),
          isDisputed.as('is_disputed'),
        ])
        .where('donor_id', '=', donorId)
        .where((inner) => inner(inner.refTuple('donated_at', 'id'), '<', inner.tuple(at, id)))
        .orderBy('donated_at', 'desc')
        .orderBy('id', 'desc')
        .limit(pageSize + 1)
        .as('donation'),
    )
    .innerJoin('charities', 'charities.id', 'donation.charity_id')
    .select(['donation.id', 'label', 'amount_minor', 'donated_at', 'donated_on', 'is_recurring'])
    .select(['charge_total_minor', 'charge_currency'])
    .select([
      frozenCharityName('donation').as('charity_name'),
      remaining.amount.as('remaining_minor'),
      remaining.meals.as('meals'),
    ])
    .select(['reversed_minor', 'is_disputed'])
    .orderBy('donated_at', 'desc')
    .orderBy('donation.id', 'desc'),
);

type FoundDonation = Awaited<ReturnType<typeof findDonations>>[number];

function toResponse(row: FoundDonation, hasDetails: boolean): DonationResponse {
  const response = {
    id: row.id,
    snackName: row.label,
    charityName: row.charity_name,
    amount: toDecimal(baseAmount(row.amount_minor)),
    mealsProvided: row.meals,
    donationDate: row.donated_at,
    recurring: row.is_recurring === 1,
    ...(hasDetails ? detailsOf(row) : {}),
  };
  const state = reversalStateOf(row);
  if (!state) return response;
  const reversed = baseAmount(row.amount_minor - row.remaining_minor);
  return { ...response, reversal: { state, amount: toDecimal(reversed) } };
}

const detailsOf = (row: FoundDonation): Pick<DonationResponse, 'day' | 'charged'> => ({
  day: row.donated_on,
  charged: {
    total: toDecimal(money(row.charge_total_minor, row.charge_currency)),
    currency: row.charge_currency,
  },
});
