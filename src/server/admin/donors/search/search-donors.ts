import type { ListedDonor } from '#contract/admin/donors/search.ts';
import { readDonationSearch } from '#domain/donation/donation-search.ts';
import { nameKey } from '#server/auth/index.ts';
import type { Database } from '#server/db/database.ts';
import { byNewest, isAfter, type ListPosition } from '#server/db/list-page.ts';
import { findAccountsByEmail, findAccountsByName, findIntentsById } from '#server/admin/donations/search/find-by-id.ts';
import { findGuest } from '../find-donor.ts';
import { findAccounts, findPayers, toListedGuest, type FoundDonors } from './listed-donors.ts';
import { newestDonors } from './newest-donors.ts';

const donorsPerPage = 50;

/** Finds one page of the donors that match a search, newest first; without a search, of all donors. */
export async function searchDonors(db: Database, typed: string, after: ListPosition): Promise<FoundDonors> {
  if (typed.trim() === '') return newestDonors(db.read, after, donorsPerPage);
  const found = (await findMatching(db, typed)).filter((donor) => isAfter(donor, after)).toSorted(byNewest);
  const donors = found.slice(0, donorsPerPage);
  return { donors, next: found.length > donorsPerPage ? donors.at(-1) : undefined };
}

/** Finds the donor with an email address or id; anything else is a prefix of a name. */
async function findMatching(db: Database, typed: string): Promise<ListedDonor[]> {
  const search = readDonationSearch(typed);
  if (search?.kind === 'email') {
    const key = nameKey(search.email);
    return listDonors(db, await findAccountsByEmail(db.read, key), [key]);
  }
  if (search?.kind !== 'id') return listDonors(db, await findAccountsByName(db, typed.trim()), []);
  if (search.id.startsWith('usr_')) return listDonors(db, [search.id], []);
  const { accountIds, emailKeys } = await findPayers(db.read, await findIntentsById(db.read, search.id));
  return listDonors(db, accountIds, emailKeys);
}

async function listDonors(
  db: Database,
  accountIds: readonly string[],
  emailKeys: readonly string[],
): Promise<ListedDonor[]> {
  const guests = await Promise.all(emailKeys.map((key) => findGuest(db.read, key)));
  return [
    ...(await findAccounts(db.read, accountIds)),
    ...guests.flatMap((guest) => (guest ? [toListedGuest(guest)] : [])),
  ];
}
