import type { DonationFilters } from '#contract/admin/donations/search.ts';
import { readDonationSearch, type DonationSearch } from '#domain/donation/donation-search.ts';
import { nameKey } from '#server/auth/index.ts';
import type { Database } from '#server/db/database.ts';
import {
  allDonations,
  donationsByCard,
  donationsCharged,
  paymentsOfPeople,
  paymentsWithIds,
  unpaidIn,
  type FindCandidates,
} from './candidates.ts';
import { findAccountsByEmail, findAccountsByName, findIntentsById, findIntentsByProviderId } from './find-by-id.ts';

/** Where a search looks. `isExact`: no filter can leave a candidate out. Undefined when nothing can match. */
export interface ChosenCandidates {
  readonly find: FindCandidates;
  readonly isExact: boolean;
}

/** Chooses the index by which a search reads; the filters that it does not answer are applied to what it finds. */
export async function chooseCandidates(
  db: Database,
  filters: Omit<DonationFilters, 'from' | 'to'>,
): Promise<ChosenCandidates | undefined> {
  const { search: typed = '', state, charity, provider, kind } = filters;
  const search = readDonationSearch(typed);
  const hasOthers = charity !== undefined || provider !== undefined || kind !== undefined;
  if (!search || search.kind === 'day') {
    if (state === 'pending' || state === 'processing' || state === 'failed' || state === 'expired')
      return { find: unpaidIn(state), isExact: !hasOthers };
    return { find: allDonations, isExact: !hasOthers && state === undefined };
  }
  const find = await candidatesOf(db, search);
  return find && { find, isExact: !hasOthers && state === undefined };
}

async function candidatesOf(db: Database, search: Exclude<DonationSearch, { kind: 'day' }>) {
  switch (search.kind) {
    case 'email': {
      const key = nameKey(search.email);
      return paymentsOfPeople(await findAccountsByEmail(db.read, key), key);
    }
    case 'lastFour':
      return donationsByCard(search.lastFour);
    case 'amount':
      return donationsCharged(search.amount);
    case 'id':
      return search.id.startsWith('usr_')
        ? paymentsOfPeople([search.id])
        : withIds(await findIntentsById(db.read, search.id));
    case 'text':
      return (
        withIds(await findIntentsByProviderId(db.read, search.text)) ??
        ofAccounts(await findAccountsByName(db, search.text))
      );
  }
}

const withIds = (intentIds: readonly string[]): FindCandidates | undefined =>
  intentIds.length > 0 ? paymentsWithIds(intentIds) : undefined;

const ofAccounts = (accountIds: readonly string[]): FindCandidates | undefined =>
  accountIds.length > 0 ? paymentsOfPeople(accountIds) : undefined;
