import type { DonationIntentRow } from '#server/db/tables.ts';

/** A refund at the provider. */
export interface ModeledRefund {
  readonly id: string;
  readonly amountMinor: number;
  hasFailed: boolean;
}

export type DisputeStage = 'inquiry' | 'inquiry_closed' | 'open' | 'under_review' | 'won' | 'lost' | 'prevented';

/** A dispute at the provider. */
export interface ModeledDispute {
  readonly id: string;
  readonly amountMinor: number;
  /** Which movements the provider ever lists. Stripe lists all of them; PayPal also reports reversed captures. */
  readonly lists: 'everything' | 'returns' | 'nothing';
  stage: DisputeStage;
  /** The movements of our balance, oldest first: negative if the money left. */
  readonly movedMinor: number[];
  /** The number of these movements that the provider already lists. */
  listedCount: number;
}

/** One payment at a provider, and everything that its refunds and disputes did to our balance. */
export interface ModeledPayment {
  readonly provider: 'stripe' | 'paypal';
  readonly intent: DonationIntentRow;
  readonly refunds: ModeledRefund[];
  readonly disputes: ModeledDispute[];
  /** Every message that the provider has sent about it, oldest first. */
  readonly messages: Readonly<Record<string, unknown>>[];
}

/** Returns the amount that a dispute has taken and not returned. */
export const netMinor = ({ movedMinor }: ModeledDispute): number =>
  0 - movedMinor.reduce((sum, minor) => sum + minor, 0);

export const refundedMinor = ({ refunds }: ModeledPayment): number =>
  refunds.reduce((sum, { amountMinor, hasFailed }) => sum + (hasFailed ? 0 : amountMinor), 0);

/** Returns the amount that refunds and disputes have taken and not returned. */
export const takenMinor = (payment: ModeledPayment): number =>
  refundedMinor(payment) + payment.disputes.reduce((sum, dispute) => sum + netMinor(dispute), 0);

/** Returns the movements that the provider already lists. */
export const listedMinor = ({ movedMinor, listedCount, lists }: ModeledDispute): number[] =>
  movedMinor.slice(0, listedCount).filter((minor) => lists === 'everything' || (lists === 'returns' && minor > 0));

/** The provider's fee for each withdrawal that it lists. */
export const disputeFeeMinor = { stripe: 1500, paypal: 2000 } as const;

/** Returns the sum of the provider's fees for all listed withdrawals. */
export const disputeFeesMinor = ({ provider, disputes }: ModeledPayment): number =>
  disputes.flatMap(listedMinor).filter((minor) => minor < 0).length * disputeFeeMinor[provider];
