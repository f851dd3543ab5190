import type { LedgerAccount } from './accounts.ts';

/** The accounts to which a person can book a movement that belongs to no payment. */
export const movementAccounts = [
  'processing_fees',
  'dispute_losses',
  'other_income',
  'bank',
] as const satisfies readonly LedgerAccount[];

export type MovementAccount = (typeof movementAccounts)[number];

/** Returns the accounts that fit the sign of a movement: money that left the balance is never income. */
export const accountsFor = (amount: number): readonly MovementAccount[] =>
  movementAccounts.filter((account) => account !== 'other_income' || amount > 0);
