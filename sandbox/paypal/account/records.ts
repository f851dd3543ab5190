import type { PayPalMoney } from '../records.ts';

/** A withdrawal to the merchant's bank account. Times are sandbox seconds. */
export interface PayPalWithdrawalRecord {
  readonly id: string;
  readonly created: number;
  readonly amount: PayPalMoney;
  /** Set when the bank sends the withdrawal back. */
  readonly returned: { readonly id: string; readonly at: number } | null;
}

/** PayPal's codes for the account's other movements. A hold and its release move money within the account. */
export const payPalEntryCodes = ['T0101', 'T0300', 'T0200', 'T1900', 'T2101', 'T2102'] as const;

export type PayPalEntryCode = (typeof payPalEntryCodes)[number];

/** Money that the operator moved. A negative amount leaves the account, or the available balance. */
export interface PayPalEntryRecord {
  readonly id: string;
  readonly created: number;
  readonly code: PayPalEntryCode;
  readonly amountMinor: number;
  readonly currency: string;
}
