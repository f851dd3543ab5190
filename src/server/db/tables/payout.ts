import type { CurrencyCode } from '#domain/money/currency.ts';

/**
 * A ledger entry of a settlement or reversal on a charity's account. Copied from the ledger soon after it was posted, so that
 * finding what a charity is owed does not require reading the ledger. Each entry has one row, so no entry is in two payouts.
 */
export interface PayableEntryRow {
  transaction_id: string;
  line: number;
  charity_id: number;
  currency: CurrencyCode;
  /** The amount that the entry adds to what we owe the charity; negative for a reversal. */
  amount_minor: number;
  is_reversal: number;
  intent_id: string;
  /** When the donation's settlement was posted. It decides how long the entry is held. */
  settled_at: string;
  posted_at: string;
  /** The payout that covers it; null if there is none. */
  payout_id: string | null;
}

/** Payouts that are created together, and marked as paid together. */
export interface PayoutBatchRow {
  id: string;
  /** The last day whose donations are paid. */
  day: string;
  status: 'open' | 'paid' | 'canceled';
  created_by: string;
  created_at: string;
  reason: string;
  /** Who paid or canceled it, and when; null while it is open. */
  decided_by: string | null;
  decided_at: string | null;
  /** The day on which the bank made the transfers, and its reference; null until it is paid. */
  paid_on: string | null;
  reference: string | null;
}

/** The payment of a batch to one charity in one currency: `received_minor` less `refunded_minor`. */
export interface PayoutRow {
  id: string;
  batch_id: string;
  charity_id: number;
  /** The name of the charity at that time; null in rows of earlier releases. */
  frozen_charity_name: string | null;
  currency: CurrencyCode;
  received_minor: number;
  refunded_minor: number;
  /** How many donations it covers. */
  donations: number;
  /** The bank account that is paid. */
  bank_account_id: string;
  /** Our account, from which it is paid; null until its bank file is created. */
  from_account_id: string | null;
}

/** A payout whose transfer the bank returned. The charity is owed its amount again. */
export interface PayoutReturnRow {
  payout_id: string;
  /** The day on which the money was back in our account. */
  returned_on: string;
  /** The reason that the bank gave. */
  bank_reason: string;
  /** The bank's reference for the return. */
  reference: string;
  requested_by: string;
  approved_by: string;
  recorded_at: string;
}

/** A link with which a charity can confirm a payout. Each copy of its statement has its own. */
export interface StatementLinkRow {
  token_hash: string;
  payout_id: string;
  /** Who downloaded the statement. */
  made_by: string;
  made_at: string;
}

/** A payout that its charity has confirmed. It stays confirmed if the bank returns it later, but no longer counts. */
export interface PayoutConfirmationRow {
  payout_id: string;
  confirmed_at: string;
}

/** A payable entry that a returned payout covered. Another payout may cover it by now. */
export interface ReturnedEntryRow {
  transaction_id: string;
  line: number;
  payout_id: string;
  /** The posting time of the payable entry. */
  posted_at: string;
}

/** A version of a bank account. A new one replaces the one in force when it is approved. */
export interface BankAccountRow {
  id: string;
  /** The charity, or null for our account, from which payouts are made. */
  charity_id: number | null;
  currency: CurrencyCode;
  status: 'proposed' | 'in_force' | 'replaced' | 'rejected';
  /** Encrypted JSON of `BankDetails`. */
  details: string;
  /** The last four characters of the account's number. */
  last_four: string;
  proposed_by: string;
  proposed_at: string;
  decided_by: string | null;
  decided_at: string | null;
  /** When payouts to it may begin; null until it is approved. */
  payable_from: string | null;
}
