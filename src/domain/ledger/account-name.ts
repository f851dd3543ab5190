import type { LedgerAccount } from './accounts.ts';

/** An account in plain words. Charities are named by `charityNames`, by id. */
export function accountName(account: LedgerAccount, charityNames: ReadonlyMap<number, string>): string {
  const charityId = charityIdOf(account);
  if (charityId === undefined) return names.get(account) ?? account;
  return charityNames.get(charityId) ?? `Charity ${charityId}`;
}

/** The charity whose account it is; undefined for any other account. */
export const charityIdOf = (account: LedgerAccount): number | undefined =>
  account.startsWith('charity:') ? Number(account.slice('charity:'.length)) : undefined;

const names: ReadonlyMap<LedgerAccount, string> = new Map([
  ['clearing:stripe', 'Held by Stripe'],
  ['clearing:paypal', 'Held by PayPal'],
  ['bank', 'Bank'],
  ['service_fee_income', 'Service fees earned'],
  ['processing_fees', 'Fees of payment providers'],
  ['dispute_losses', 'Losses from disputes'],
  ['other_income', 'Other income'],
]);
