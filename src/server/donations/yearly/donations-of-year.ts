import { sql } from 'kysely';
import type { StatedDonation } from '#domain/donation/yearly-statement.ts';
import { money } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import { basePriceOf, chargeOf } from '#server/db/row-money.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';
import { reversedMinor } from '../remaining.ts';

/** Finds the years in which a donor donated, by the donor's days, newest first. */
export async function findDonationYears(db: Queryable, donorId: string): Promise<number[]> {
  const rows = await db
    .selectFrom('donations')
    .select(sql<string>`substr(donated_on, 1, 4)`.as('year'))
    .distinct()
    .where('donor_id', '=', donorId)
    .execute();
  return rows.map(({ year }) => Number(year)).toSorted((one, other) => other - one);
}

/** Reads all donations of a donor in a year, oldest first. */
export async function* donationsOfYear(
  db: Queryable,
  donorId: string,
  year: number,
  runExclusive: RunExclusive,
): AsyncGenerator<StatedDonation[]> {
  const pages = inPages<FoundDonation>(runExclusive, (last, size) => findPage(db, { donorId, year, last, size }));
  for await (const rows of pages) yield rows.map(toStated);
}

type FoundDonation = Awaited<ReturnType<typeof findPage>>[number];

interface PageQuery {
  readonly donorId: string;
  readonly year: number;
  readonly last: { readonly donated_at: string; readonly id: string } | undefined;
  readonly size: number;
}

/** Finds a page. The instants limit the search to a part of the index: the donor's day is at most a day from the day in UTC. */
const findPage = (db: Queryable, { donorId, year, last, size }: PageQuery) =>
  db
    .selectFrom((e) =>
      e
        .selectFrom('donations')
        .selectAll('donations')
        .select(reversedMinor.as('reversed_minor'))
        .where('donor_id', '=', donorId)
        .where('donated_at', '>=', last?.donated_at ?? `${year - 1}-12-31`)
        .where('donated_at', '<', `${year + 1}-01-02`)
        .where('donated_on', '>=', `${year}-01-01`)
        .where('donated_on', '<=', `${year}-12-31`)
        .$if(last !== undefined, (query) =>
          query.where((inner) =>
            inner(inner.refTuple('donated_at', 'id'), '>', inner.tuple(last?.donated_at ?? '', last?.id ?? '')),
          ),
        )
        .orderBy('donated_at')
        .orderBy('id')
        .limit(size)
        .as('donation'),
    )
    .innerJoin('charities', 'charities.id', 'donation.charity_id')
    .selectAll('donation')
    .select(frozenCharityName('donation').as('charity_name'))
    .orderBy('donated_at')
    .orderBy('donation.id')
    .execute();

function toStated(row: FoundDonation): StatedDonation {
  const { subtotal, serviceFee } = basePriceOf(row);
  return {
    id: row.id,
    day: row.donated_on,
    charityName: row.charity_name,
    amount: subtotal,
    serviceFee,
    charged: chargeOf(row).total,
    reversed: money(row.reversed_minor, row.charge_currency),
  };
}
