import type { PaymentProvider } from '#domain/payment/payment-event.ts';

/**
 * The accounts of the ledger. A positive amount is a debit (what we hold or have spent), a negative amount a credit (what we owe
 * or have earned).
 * - `clearing:{provider}`: money that a provider holds for us (asset)
 * - `charity:{id}`: what we owe a charity (liability)
 * - `bank`: money in our bank accounts (asset)
 * - `service_fee_income`: our fee (income)
 * - `processing_fees`: what providers keep of payments and charge for disputes (expense)
 * - `dispute_losses`: what disputes took beyond what was left of their donations (expense)
 * - `other_income`: what we received that is not a donation, such as a correction by a provider (income)
 */
export type LedgerAccount =
  | `clearing:${PaymentProvider}`
  | `charity:${number}`
  | 'bank'
  | 'service_fee_income'
  | 'processing_fees'
  | 'dispute_losses'
  | 'other_income';

export const clearingAccount = (provider: PaymentProvider): LedgerAccount => `clearing:${provider}`;

export const charityAccount = (charityId: number): LedgerAccount => `charity:${charityId}`;
