import type { DonationFilters, ListedDonation } from '#contract/admin/donations/search.ts';
import type { Database } from '#server/db/database.ts';
import { newest, type ListPosition } from '#server/db/list-page.ts';
import { writeCsv, type CsvColumn } from '#server/http/files/csv.ts';
import type { RunExclusive } from '#server/http/files/downloads.ts';
import { searchDonations } from './search-donations.ts';

/** Writes the donations that match a search and its filters as CSV, newest first. */
export const exportDonations = (
  db: Database,
  filters: DonationFilters,
  runExclusive: RunExclusive,
): AsyncGenerator<string> => writeCsv(columns, allPages(db, filters, runExclusive));

const rowsAtOnce = 500;

async function* allPages(
  db: Database,
  filters: DonationFilters,
  runExclusive: RunExclusive,
): AsyncGenerator<readonly ListedDonation[]> {
  for (let after: ListPosition | undefined = newest; after !== undefined;) {
    const from: ListPosition = after;
    const page = await runExclusive(() => searchDonations(db, filters, from, rowsAtOnce));
    yield page.donations;
    after = page.next;
  }
}

const columns: readonly CsvColumn<ListedDonation>[] = [
  { header: 'Date', valueOf: ({ at }) => at },
  { header: 'State', valueOf: ({ state }) => state },
  { header: 'Charged', valueOf: ({ charged }) => charged },
  { header: 'Refunds and disputes', valueOf: ({ reversed }) => reversed },
  { header: 'Currency', valueOf: ({ currency }) => currency },
  { header: 'Charity', valueOf: ({ charityName }) => charityName },
  { header: 'Gift', valueOf: ({ label }) => label },
  { header: 'Kind', valueOf: ({ kind }) => kind },
  { header: 'Provider', valueOf: ({ provider }) => provider },
  { header: 'Donor', valueOf: ({ donorName }) => donorName },
  { header: 'Email', valueOf: ({ email }) => email },
  { header: 'Transaction ID', valueOf: ({ id }) => id },
];
