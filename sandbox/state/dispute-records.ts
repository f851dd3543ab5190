/** A card holder's bank that asks for money back, or only asks (an inquiry). Amounts are minor units of `currency`. */
export interface DisputeRecord {
  readonly id: string;
  readonly created: number;
  readonly amountMinor: number;
  readonly currency: string;
  readonly chargeId: string;
  readonly paymentIntentId: string;
  readonly reason: string;
  readonly status: 'warning_needs_response' | 'warning_closed' | 'needs_response' | 'won' | 'lost';
  /** What left the balance for it and what came back, oldest first; nothing while it is an inquiry. */
  readonly balanceTransactionIds: readonly string[];
}

/** A card network's word that a charge may be fraud. */
export interface FraudWarningRecord {
  readonly id: string;
  readonly created: number;
  readonly chargeId: string;
  readonly paymentIntentId: string;
  readonly fraudType: string;
}
