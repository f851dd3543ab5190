import { addToSums, type StatedDonation, type StatementSums } from '#domain/donation/yearly-statement.ts';
import type { Queryable } from '#server/db/database.ts';
import type { RunExclusive } from '#server/http/files/downloads.ts';
import type { YearlyStatement } from '#server/pdf/documents/yearly-statement.ts';
import { donationsOfYear } from './donations-of-year.ts';

/** The number of donations that the PDF lists. The CSV file and the sums include all of them. */
const listedMax = 1000;

/** Reads a donor's statement for the PDF; undefined if the donor has no donations in the year. */
export async function readYearlyStatement(
  db: Queryable,
  donorId: string,
  year: number,
  runExclusive: RunExclusive,
): Promise<YearlyStatement | undefined> {
  let sums: StatementSums = new Map();
  const listed: StatedDonation[] = [];
  let isShortened = false;
  for await (const donations of donationsOfYear(db, donorId, year, runExclusive)) {
    sums = donations.reduce(addToSums, sums);
    const room = listedMax - listed.length;
    listed.push(...donations.slice(0, room));
    isShortened ||= donations.length > room;
  }
  return listed.length === 0 ? undefined : { year, donations: listed, isShortened, sums: [...sums.values()] };
}
