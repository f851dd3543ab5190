import type { CurrencyCode } from '#domain/money/currency.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { ProviderPayoutStatus } from '#server/ports/balances.ts';

/** A provider's payout to our bank account; negative if the provider took money from that account. */
export interface ProviderPayoutRow {
  provider: PaymentProvider;
  payout_id: string;
  amount_minor: number;
  currency: CurrencyCode;
  status: ProviderPayoutStatus;
  created_at: string;
  /** A day in UTC; the day of the payout's creation if the provider reports no arrival. */
  arrives_on: string;
  /** The movement that took the money from the balance. */
  movement_id: string;
  /** The movement that returned it, after the payout failed or was canceled. */
  return_movement_id: string | null;
}

/**
 * A movement of our balance at a provider that the ledger did not know, such as a fee that belongs to no payment. It needs review
 * until it is resolved.
 */
export interface ProviderMovementRow {
  provider: PaymentProvider;
  movement_id: string;
  /** What the provider calls it. */
  kind: string;
  /** The change of the balance, after fees. */
  amount_minor: number;
  currency: CurrencyCode;
  description: string | null;
  /** The provider's id of what caused it. */
  source_id: string | null;
  /** The payment whose dispute caused it, if the provider does not name the dispute. */
  disputed_payment_id: string | null;
  occurred_at: string;
  resolved_at: string | null;
  /** The cause of the ledger's entries for it, or how their causes begin; null until the ledger has them. */
  ledger_cause: string | null;
}

/** The time up to which all movements of the balance have been read. */
export interface ProviderReadRow {
  provider: PaymentProvider;
  read_until: string;
}

/** A provider's balance and the ledger's. Both count only what happened before `as_of`. */
export interface BalanceComparisonRow {
  provider: PaymentProvider;
  currency: CurrencyCode;
  compared_at: string;
  as_of: string;
  available_minor: number;
  pending_minor: number;
  ledger_minor: number;
  /** The sum of the movements that the ledger does not know. */
  unbooked_minor: number;
}
