import {
  addToSums,
  remainingOf,
  statementNote,
  type StatedDonation,
  type StatementSum,
  type StatementSums,
} from '#domain/donation/yearly-statement.ts';
import { formatCountOf } from '#domain/money/format.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import type { RunExclusive } from '#server/http/files/downloads.ts';
import { writeCsv, type CsvColumn } from '#server/http/files/csv.ts';
import { donationsOfYear } from './donations-of-year.ts';

/** A donation, the sum of a currency, or the note at the end. */
type TableRow = StatedDonation | StatementSum | string;

/** Writes a donor's donations of a year as CSV, piece by piece: oldest first, then the sums by currency, then the note. */
export const writeYearlyCsv = (
  db: Queryable,
  donorId: string,
  year: number,
  runExclusive: RunExclusive,
): AsyncGenerator<string> => writeCsv(columns, withSums(donationsOfYear(db, donorId, year, runExclusive)));

async function* withSums(pages: AsyncIterable<readonly StatedDonation[]>): AsyncGenerator<readonly TableRow[]> {
  let sums: StatementSums = new Map();
  for await (const donations of pages) {
    sums = donations.reduce(addToSums, sums);
    yield donations;
  }
  yield [...sums.values(), statementNote];
}

const moneyCell =
  <Value>(valueOf: (row: StatedDonation | StatementSum) => Value) =>
  (row: TableRow): Value | null =>
    typeof row === 'string' ? null : valueOf(row);

const donationCell =
  (valueOf: (row: StatedDonation) => string) =>
  (row: TableRow): string | null =>
    typeof row === 'string' || 'donations' in row ? null : valueOf(row);

const firstCell = (row: TableRow): string => {
  if (typeof row === 'string') return row;
  return 'donations' in row ? `Sum of ${formatCountOf(row.donations, 'donation')}` : row.day;
};

const columns: readonly CsvColumn<TableRow>[] = [
  { header: 'Date', valueOf: firstCell },
  { header: 'Charity', valueOf: donationCell(({ charityName }) => charityName) },
  { header: 'Amount', valueOf: moneyCell(({ amount }) => toDecimal(amount)) },
  { header: 'Service fee', valueOf: moneyCell(({ serviceFee }) => toDecimal(serviceFee)) },
  { header: 'Currency', valueOf: moneyCell(({ amount }) => amount.currency) },
  { header: 'Charged', valueOf: moneyCell(({ charged }) => toDecimal(charged)) },
  { header: 'Refunds and disputes', valueOf: moneyCell(({ reversed }) => toDecimal(reversed)) },
  { header: 'Net', valueOf: moneyCell((row) => toDecimal(remainingOf(row))) },
  { header: 'Charged currency', valueOf: moneyCell(({ charged }) => charged.currency) },
  { header: 'Transaction ID', valueOf: donationCell(({ id }) => id) },
];
