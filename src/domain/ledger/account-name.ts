import type { LedgerAccount } from './accounts.ts';

/** Returns the name of an account in plain words. `charityNames` has the charities' names by id. */
export function accountName(account: LedgerAccount, charityNames: ReadonlyMap<number, string>): string {
  if (!isCharityAccount(account)) return names[account];
  const charityId = charityIdIn(account);
  return charityNames.get(charityId) ?? `Charity ${charityId}`;
}

/** Returns the charity's id of a `charity:` account; undefined for any other account. */
export const charityIdOf = (account: LedgerAccount): number | undefined =>
  isCharityAccount(account) ? charityIdIn(account) : undefined;

type CharityAccount = Extract<LedgerAccount, `charity:${number}`>;

const isCharityAccount = (account: LedgerAccount): account is CharityAccount => account.startsWith('charity:');

const charityIdIn = (account: CharityAccount): number => Number(account.slice('charity:'.length));

const names: Readonly<Record<Exclude<LedgerAccount, CharityAccount>, string>> = {
  'clearing:stripe': 'Held by Stripe',
  'clearing:paypal': 'Held by PayPal',
  bank: 'Bank',
  service_fee_income: 'Service fees earned',
  processing_fees: 'Fees of payment providers',
  dispute_losses: 'Losses from disputes',
  other_income: 'Other income',
};
