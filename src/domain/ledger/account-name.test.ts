import { expect, test } from 'vitest';
import type { LedgerAccount } from './accounts.ts';
import { accountName, charityIdOf } from './account-name.ts';

const charities = new Map([[6, 'Canadian Food Banks']]);

test.each<[LedgerAccount, string]>([
  ['clearing:stripe', 'Held by Stripe'],
  ['clearing:paypal', 'Held by PayPal'],
  ['bank', 'Bank'],
  ['charity:6', 'Canadian Food Banks'],
  ['charity:12', 'Charity 12'],
  ['service_fee_income', 'Service fees earned'],
  ['processing_fees', 'Fees of payment providers'],
  ['dispute_losses', 'Losses from disputes'],
])('the account %s is called %s', (account, name) => {
  expect(accountName(account, charities)).toBe(name);
});

test('only the account of a charity has a charity id', () => {
  expect([charityIdOf('charity:12'), charityIdOf('bank')]).toEqual([12, undefined]);
});
