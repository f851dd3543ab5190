import type { Sandbox } from '../sandbox.ts';
import type { Metadata, PaymentIntentRecord } from '../state/records.ts';

/** One payment in the sandbox's own books. Amounts are minor units of `currency`. */
export interface BookedPayment {
  readonly paymentIntentId: string;
  readonly checkoutSessionId: string;
  readonly clientReferenceId: string | null;
  /** The session's metadata. */
  readonly metadata: Metadata;
  readonly currency: string;
  readonly amountMinor: number;
  readonly amountReceivedMinor: number;
  readonly amountRefundedMinor: number;
  /** What the processor kept of the payment; a refund does not bring it back. */
  readonly feeMinor: number;
  readonly state: PaymentIntentRecord['status'];
  readonly created: number;
}

/** All payments that were ever attempted, oldest first: what a merchant's books must agree with. */
export function readBooks(sandbox: Sandbox): BookedPayment[] {
  return [...sandbox.store.paymentIntents.values()].map((intent) => bookedPayment(sandbox, intent));
}

/** One payment as the books have it. */
export function bookedPayment(sandbox: Sandbox, intent: PaymentIntentRecord): BookedPayment {
  const { store } = sandbox;
  const session = store.checkoutSessions.get(intent.checkoutSessionId);
  const charge = store.charges.get(intent.chargeIds.at(-1) ?? '');
  const movement = store.balanceTransactions.get(charge?.balanceTransactionId ?? '');
  return {
    paymentIntentId: intent.id,
    checkoutSessionId: intent.checkoutSessionId,
    clientReferenceId: session?.clientReferenceId ?? null,
    metadata: session?.metadata ?? {},
    currency: intent.currency,
    amountMinor: intent.amountMinor,
    amountReceivedMinor: intent.amountReceivedMinor,
    amountRefundedMinor: charge?.amountRefundedMinor ?? 0,
    feeMinor: movement?.feeMinor ?? 0,
    state: intent.status,
    created: intent.created,
  };
}
