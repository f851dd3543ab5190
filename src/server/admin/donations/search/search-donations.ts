import { sql, type RawBuilder } from 'kysely';
import type { DonationFilters, ListedDonation, ListedDonationsResponse } from '#contract/admin/donations/search.ts';
import { readDonationSearch } from '#domain/donation/donation-search.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import { endOfDay, newest, type ListPosition } from '#server/db/list-page.ts';
import type { Candidate } from './candidates.ts';
import { chooseCandidates } from './choose-candidates.ts';
import { filterCandidates, readListed } from './listed-donations.ts';

export const donationsPerPage = 50;

/** How many donations a page looks through when filters leave most of them out. */
export const candidatesMax = 5000;

export interface FoundDonations extends ListedDonationsResponse {
  /** The position at which the next page begins; undefined on the last page. */
  readonly next: ListPosition | undefined;
}

/** Reads one page of the donations that match a search and its filters, newest first. The number of rows read is bounded. */
export async function searchDonations(
  db: Database,
  filters: DonationFilters,
  after: ListPosition,
  pageSize: number = donationsPerPage,
): Promise<FoundDonations> {
  const chosen = await chooseCandidates(db, filters);
  if (!chosen) return { donations: [], searchedBackTo: null, next: undefined };
  const { from, until } = daysOf(filters);
  const candidates = chosen.find({
    from,
    before: after.at < until.at ? after : until,
    candidatesMax: chosen.isExact ? pageSize + 1 : candidatesMax,
  });
  const found = await filterCandidates(db.read, candidates, filters, pageSize + 1);
  const donations: ListedDonation[] = await readListed(db.read, found.slice(0, pageSize));
  const last = found.length > pageSize ? found[pageSize - 1] : undefined;
  if (last) return { donations, searchedBackTo: null, next: last };
  const end = chosen.isExact ? undefined : await findEnd(db.read, candidates);
  return { donations, searchedBackTo: end?.at ?? null, next: end };
}

/** Returns the beginning and the end, in UTC, of the days that a search and its filters name. */
function daysOf({ search = '', from, to }: DonationFilters): { readonly from: string; readonly until: ListPosition } {
  const typed = readDonationSearch(search);
  const day = typed?.kind === 'day' ? typed.day : undefined;
  const first = [day, from].filter((start) => start !== undefined).toSorted();
  const last = [day, to].filter((end) => end !== undefined).toSorted();
  return {
    from: first.at(-1) === undefined ? '' : `${first.at(-1)}T00:00:00.000Z`,
    until: last[0] === undefined ? newest : endOfDay(last[0]),
  };
}

/** Finds the oldest of the candidates, if there may be more of them. */
async function findEnd(db: Queryable, candidates: RawBuilder<Candidate>): Promise<ListPosition | undefined> {
  const { rows } = await sql<ListPosition & { count: number }>`
    select at, id, count(*) over () as count from (${candidates}) candidate order by at, id limit 1`.execute(db);
  const [oldest] = rows;
  return oldest && oldest.count === candidatesMax ? { at: oldest.at, id: oldest.id } : undefined;
}
