import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Money } from '#domain/money/money.ts';

export type ProviderPayoutStatus = 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled';

/** A payout from our balance at a provider to our bank account. Negative when the provider took money from there. */
export interface ProviderPayout {
  readonly payoutId: string;
  readonly amount: Money;
  readonly status: ProviderPayoutStatus;
  readonly createdAt: Date;
  readonly arrivesAt: Date;
  readonly movementId: string;
  /** How the money came back; undefined unless the payout failed or was canceled. */
  readonly returned: { readonly movementId: string; readonly at: Date } | undefined;
}

/** One change of our balance at a provider. */
export interface BalanceMovement {
  readonly movementId: string;
  /** What the provider calls it. */
  readonly kind: string;
  /** What the balance gained, after `fee`; negative when it lost. */
  readonly net: Money;
  readonly fee: Money;
  readonly occurredAt: Date;
  readonly isAvailable: boolean;
  readonly description: string | undefined;
  /** The id of the payment, refund or dispute that caused it. */
  readonly sourceId: string | undefined;
}

/** Our balance at a provider, by currency. Pending money can not be paid out yet. */
export type ProviderBalance = ReadonlyMap<CurrencyCode, { readonly available: Money; readonly pending: Money }>;

/** What a provider tells about our balance. Its lists throw ProviderUnavailable or PermissionMissing, as its other lists do. */
export interface BalanceReader {
  /** Payouts created in a period, newest first. */
  listPayouts(period: Period): AsyncIterable<ProviderPayout>;
  /** Changes of the balance in a period, newest first. */
  listMovements(period: Period): AsyncIterable<BalanceMovement>;
  /** The balance now. */
  fetchBalance(): Promise<ProviderBalance>;
}

/** From an instant up to, and without, another. */
export interface Period {
  readonly from: Date;
  readonly until: Date;
}
