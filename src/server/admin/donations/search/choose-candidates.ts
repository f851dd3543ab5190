import type { DonationFilters } from '#contract/admin/donations/search.ts';
import { readDonationSearch, type DonationSearch } from '#domain/donation/donation-search.ts';
import { nameKey } from '#server/auth/index.ts';
import type { Database } from '#server/db/database.ts';
import {
  allDonations,
  disputedDonations,
  donationsByCard,
  donationsCharged,
  monthlyDonations,
  partlyReversedDonations,
  paymentsOfPeople,
  paymentsWithIds,
  reversedDonations,
  unpaidIn,
  type FindCandidates,
} from './candidates.ts';
import { findAccountsByEmail, findAccountsByName, findIntentsById, findIntentsByProviderId } from './find-by-id.ts';

/** The source of a search's candidates. If it is exact, all candidates pass the filters. */
export interface ChosenCandidates {
  readonly find: FindCandidates;
  readonly isExact: boolean;
}

type ChosenFilters = Omit<DonationFilters, 'from' | 'to'>;

/**
 * Chooses the index that a search reads. The filters that the index does not cover are applied to the candidates. Returns
 * undefined if nothing can match.
 */
export async function chooseCandidates(db: Database, filters: ChosenFilters): Promise<ChosenCandidates | undefined> {
  const { search: typed = '', state, charity, provider, kind } = filters;
  const search = readDonationSearch(typed);
  const hasOthers = charity !== undefined || provider !== undefined || kind !== undefined;
  if (provider === 'paypal' && kind === 'monthly') return undefined; // PayPal takes no monthly donations
  if (!search || search.kind === 'day') return inState(filters, hasOthers);
  const find = await candidatesOf(db, search);
  return find && { find, isExact: !hasOthers && state === undefined };
}

function inState({ state, charity, provider, kind }: ChosenFilters, hasOthers: boolean): ChosenCandidates {
  switch (state) {
    case undefined:
      return kind === 'monthly'
        ? { find: monthlyDonations, isExact: charity === undefined && provider === undefined }
        : { find: allDonations, isExact: !hasOthers };
    case 'paid':
      return { find: kind === 'monthly' ? monthlyDonations : allDonations, isExact: false };
    case 'partly_refunded':
      return { find: partlyReversedDonations, isExact: false };
    case 'refunded':
      return { find: reversedDonations, isExact: false };
    case 'disputed':
      return { find: disputedDonations, isExact: !hasOthers };
    default:
      return { find: unpaidIn(state), isExact: !hasOthers };
  }
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
