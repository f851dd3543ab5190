import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Money } from '#domain/money/money.ts';

export type ProviderPayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';

/**
 * A payout from our balance at a provider to our bank account. The amount is negative if the provider took money from the bank
 * account.
 */
export interface ProviderPayout {
  readonly payoutId: string;
  readonly amount: Money;
  readonly status: ProviderPayoutStatus;
  readonly createdAt: Date;
  /** Undefined if the provider does not report it. */
  readonly arrivesAt: Date | undefined;
  readonly movementId: string;
  /** The movement that returned the money; undefined unless the payout failed or was canceled. */
  readonly returned: { readonly movementId: string; readonly at: Date } | undefined;
}

/** One change of our balance at a provider. */
export interface BalanceMovement {
  readonly movementId: string;
  /** The provider's type of movement. */
  readonly kind: string;
  /** The change of the balance, after `fee`; negative if the balance fell. */
  readonly net: Money;
  readonly fee: Money;
  readonly occurredAt: Date;
  readonly isAvailable: boolean;
  readonly description: string | undefined;
  /** The id of the payment, refund or dispute that caused it. */
  readonly sourceId: string | undefined;
  /** The payment whose dispute caused it, when the provider does not name the dispute. */
  readonly disputedPaymentId?: string | undefined;
  /** The payout whose money this movement returned to the balance. */
  readonly returnedPayoutId?: string | undefined;
}

/** Our balance at a provider, by currency. Pending money cannot be paid out yet or is withheld by the provider. */
export type ProviderBalance = ReadonlyMap<CurrencyCode, { readonly available: Money; readonly pending: Money }>;

/**
 * Reads what a provider reports about our balance. Throws ProviderUnavailable if that is not possible, and PermissionMissing if
 * our key may not read it.
 */
export interface BalanceReader {
  /** The age of the oldest entries in the lists. */
  readonly historyMs: number;
  /** Payouts created in a period. */
  listPayouts(period: Period): AsyncIterable<ProviderPayout>;
  /** Changes of the balance in a period. */
  listMovements(period: Period): AsyncIterable<BalanceMovement>;
}

/** Reads from a provider whose lists and balance are up to date. */
export interface LiveBalanceReader extends BalanceReader {
  /** The balance now. */
  fetchBalance(): Promise<ProviderBalance>;
}

/** Reads from a provider whose lists and balances lag behind. */
export interface PastBalanceReader extends BalanceReader {
  /** Returns the instant up to which the provider's lists and balances are complete. */
  fetchCoveredUntil(now: Date): Promise<Date>;
  /** The balance at an instant in whole seconds; undefined if the provider reports it for another instant. */
  fetchBalanceAt(instant: Date): Promise<ProviderBalance | undefined>;
}

/** Includes `from`, excludes `until`. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}
