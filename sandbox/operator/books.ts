import type { Sandbox } from '../sandbox.ts';
import type { Metadata, PaymentIntentRecord } from '../state/records.ts';

/** One payment in the sandbox's own books. Amounts are minor units of `currency`. */
export interface BookedPayment {
  readonly paymentIntentId: string;
  /** The session of the payment; of a renewal, the one that its subscription began with. */
  readonly checkoutSessionId: string;
  /** The subscription that it pays, and by which bill. */
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  readonly clientReferenceId: string | null;
  /** The session's metadata. */
  readonly metadata: Metadata;
  readonly currency: string;
  readonly amountMinor: number;
  readonly amountReceivedMinor: number;
  readonly amountRefundedMinor: number;
  /** What a dispute has taken and not brought back. */
  readonly amountDisputedMinor: number;
  /** What the processor kept of the payment; a refund does not bring it back. */
  readonly feeMinor: number;
  /** What the processor kept for a dispute, won or lost. */
  readonly disputeFeeMinor: number;
  readonly state: PaymentIntentRecord['status'];
  readonly created: number;
}

/** All payments that were ever attempted, oldest first: what a merchant's books must agree with. */
export function readBooks(sandbox: Sandbox): BookedPayment[] {
  return [...sandbox.store.paymentIntents.values()].map((intent) => bookedPayment(sandbox, intent));
}

/** What the merchant's balance holds, available or not yet, in minor units by lower-case currency. */
export function readBalance({ store }: Sandbox): Readonly<Record<string, number>> {
  const balance: Record<string, number> = {};
  for (const { amountMinor, feeMinor, currency } of store.balanceTransactions.values()) {
    balance[currency] = (balance[currency] ?? 0) + amountMinor - feeMinor;
  }
  return balance;
}

/** One payment as the books have it. */
export function bookedPayment(sandbox: Sandbox, intent: PaymentIntentRecord): BookedPayment {
  const { store } = sandbox;
  const session = store.checkoutSessions.get(intent.checkoutSessionId);
  const charge = store.charges.get(intent.chargeIds.at(-1) ?? '');
  const movement = store.balanceTransactions.get(charge?.balanceTransactionId ?? '');
  const disputed = store.disputes
    .get(charge?.disputeId ?? '')
    ?.balanceTransactionIds.flatMap((id) => store.balanceTransactions.get(id) ?? []);
  return {
    paymentIntentId: intent.id,
    checkoutSessionId: intent.checkoutSessionId,
    subscriptionId: store.invoices.get(intent.invoiceId ?? '')?.subscriptionId ?? null,
    invoiceId: intent.invoiceId ?? null,
    clientReferenceId: session?.clientReferenceId ?? null,
    metadata: session?.metadata ?? {},
    currency: intent.currency,
    amountMinor: intent.amountMinor,
    amountReceivedMinor: intent.amountReceivedMinor,
    amountRefundedMinor: charge?.amountRefundedMinor ?? 0,
    amountDisputedMinor: 0 - total(disputed?.map(({ amountMinor }) => amountMinor)),
    feeMinor: movement?.feeMinor ?? 0,
    disputeFeeMinor: total(disputed?.map(({ feeMinor }) => feeMinor)),
    state: intent.status,
    created: intent.created,
  };
}

const total = (amountsMinor: readonly number[] = []): number =>
  amountsMinor.reduce((before, amountMinor) => before + amountMinor, 0);
