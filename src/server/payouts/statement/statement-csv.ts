import { writeCsv, type CsvColumn } from '#server/http/files/csv.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Database } from '#server/db/database.ts';
import type { StatementLink } from '../confirmation/statement-links.ts';
import { assertComplete, findEntries, type CoveredEntry, type PayoutWithBatch } from './payout-entries.ts';

/**
 * Writes the statement of a payout as a table, with one row for each donation and reversal. The last columns repeat the
 * transfer, its return, and the link that confirms the payout.
 */
export function writeStatementCsv(
  db: Database,
  payout: PayoutWithBatch,
  link: StatementLink | undefined,
  runExclusive: RunExclusive,
): AsyncGenerator<string> {
  const pages = inPages<CoveredEntry>(runExclusive, (last, size) =>
    findEntries(db.patient.read, payout, { at: last?.posted_at ?? '', id: last?.transaction_id ?? '' }, size),
  );
  return writeCsv(columnsOf(payout, link), checked(payout, pages));
}

/** Passes the rows on, and aborts the download at the end if they do not add up to the payout. */
async function* checked(
  payout: PayoutWithBatch,
  pages: AsyncIterable<readonly CoveredEntry[]>,
): AsyncGenerator<readonly CoveredEntry[]> {
  let entriesMinor = 0;
  for await (const rows of pages) {
    for (const row of rows) entriesMinor += row.amount_minor;
    yield rows;
  }
  assertComplete(payout, entriesMinor);
}

const columnsOf = (payout: PayoutWithBatch, link: StatementLink | undefined): readonly CsvColumn<CoveredEntry>[] => [
  { header: 'Date', valueOf: (row) => row.posted_at },
  { header: 'Kind', valueOf: (row) => kindOf(row) },
  { header: 'Donation ID', valueOf: (row) => row.donation_id },
  { header: 'Amount', valueOf: (row) => toDecimal(money(row.amount_minor, row.currency)) },
  { header: 'Currency', valueOf: (row) => row.currency },
  { header: 'Charity', valueOf: () => payout.charity_name },
  { header: 'Payout', valueOf: () => payout.id },
  { header: 'Paid on', valueOf: () => payout.paid_on },
  { header: 'Reference', valueOf: () => payout.reference },
  { header: 'Returned on', valueOf: () => payout.returned_on },
  { header: 'Reason of the bank', valueOf: () => payout.bank_reason },
  { header: 'Confirm here', valueOf: () => link?.url ?? null },
];

/** The kind of an entry, in words for the charity. */
export const kindOf = (row: Pick<CoveredEntry, 'is_reversal' | 'is_carried' | 'amount_minor'>): string => {
  if (row.is_reversal === 0) return 'Donation';
  if (row.amount_minor > 0) return 'Refund taken back';
  return row.is_carried === 1 ? 'Refund of an earlier payout' : 'Refund';
};
