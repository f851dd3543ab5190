import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Money } from '#domain/money/money.ts';

export type ProviderPayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';

/** A payout from our balance at a provider to our bank account. Negative when the provider took money from the bank account. */
export interface ProviderPayout {
  readonly payoutId: string;
  readonly amount: Money;
  readonly status: ProviderPayoutStatus;
  readonly createdAt: Date;
  /** Undefined when the provider does not report it. */
  readonly arrivesAt: Date | undefined;
  readonly movementId: string;
  /** How the money came back; undefined unless the payout failed or was canceled. */
  readonly returned: { readonly movementId: string; readonly at: Date } | undefined;
}

/** One change of our balance at a provider. */
export interface BalanceMovement {
  readonly movementId: string;
  /** The provider's type of movement. */
  readonly kind: string;
  /** What the balance gained, after `fee`; negative when it lost. */
  readonly net: Money;
  readonly fee: Money;
  readonly occurredAt: Date;
  readonly isAvailable: boolean;
  readonly description: string | undefined;
  /** The id of the payment, refund or dispute that caused it. */
  readonly sourceId: string | undefined;
  /** The payment whose dispute caused it, when the provider does not name the dispute. */
  readonly disputedPaymentId?: string | undefined;
  /** The payout whose money it returned to the balance. */
  readonly returnedPayoutId?: string | undefined;
}

/** Our balance at a provider, by currency. Pending money cannot be paid out yet or is withheld by the provider. */
export type ProviderBalance = ReadonlyMap<CurrencyCode, { readonly available: Money; readonly pending: Money }>;

/**
 * Reads what a provider reports about our balance. Its lists throw ProviderUnavailable or PermissionMissing, like the
 * provider's other lists.
 */
export interface BalanceReader {
  /** How far back its lists go. */
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
  /** The instant up to which its lists and balances are complete. */
  fetchCoveredUntil(now: Date): Promise<Date>;
  /** The balance at an instant, given in whole seconds. Undefined when the provider reports it for another instant. */
  fetchBalanceAt(instant: Date): Promise<ProviderBalance | undefined>;
}

/** Includes `from`, excludes `until`. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}
