import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Money } from '#domain/money/money.ts';
import type { BankDetails } from '#domain/payout/bank-details.ts';

/** The transfers that the bank has to make in one currency. All of it is stored, so repeated downloads have the same bytes. */
export interface BankOrder {
  readonly batchId: string;
  readonly createdAt: Date;
  readonly currency: CurrencyCode;
  /** Our account. */
  readonly from: BankDetails;
  readonly transfers: readonly Transfer[];
}

export interface Transfer {
  readonly payoutId: string;
  readonly to: BankDetails;
  readonly amount: Money;
  /** The text on the charity's bank statement. */
  readonly remittance: string;
}

/** Returns the id of the order's message: at most 35 characters, without the underscores that banks refuse. */
export const messageIdOf = ({ batchId, currency }: BankOrder): string => `${batchId.replace('bat_', '')}-${currency}`;

/** Returns the id of a transfer, under the same rules. */
export const endToEndIdOf = ({ payoutId }: Transfer): string => payoutId.replace('pay_', '');
