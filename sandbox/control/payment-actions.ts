import { z } from 'zod';
import type { Sandbox } from '../sandbox.ts';
import type { Metadata, PaymentIntentRecord, ChargeRecord } from '../stripe/records.ts';
import { noSuch } from '../stripe/error.ts';
import { settleBankDebit } from '../stripe/payments/bank-debit.ts';
import { decideDispute, openDispute, warnOfFraud } from '../stripe/payments/dispute.ts';
import { createRefund, failRefund } from '../stripe/payments/refund.ts';
import { action, optionalAmount, type OperatorAction } from './actions.ts';

/** One payment in the provider's own records. Amounts are minor units of `currency`. */
export interface RecordedPayment {
  readonly paymentIntentId: string;
  /** The session of the payment; for a renewal, the session that started the subscription. */
  readonly checkoutSessionId: string;
  /** The subscription and the invoice that it pays. */
  readonly subscriptionId: string | null;
  readonly invoiceId: string | null;
  readonly clientReferenceId: string | null;
  /** The session's metadata. */
  readonly metadata: Metadata;
  readonly currency: string;
  readonly amountMinor: number;
  readonly amountReceivedMinor: number;
  readonly amountRefundedMinor: number;
  /** The amount that a dispute has withdrawn and not reinstated. */
  readonly amountDisputedMinor: number;
  /** The processing fee, which a refund does not return. */
  readonly feeMinor: number;
  /** The fee for a dispute, won or lost. */
  readonly disputeFeeMinor: number;
  readonly state: PaymentIntentRecord['status'];
  /** Sandbox second at which the first attempt began. */
  readonly created: number;
}

/** All attempted payments, oldest first. A merchant's ledger must agree with them. */
export function readPayments(sandbox: Sandbox): RecordedPayment[] {
  return [...sandbox.store.paymentIntents.values()].map((intent) => recordedPayment(sandbox, intent));
}

/** The merchant's balance, available and pending, in minor units by lower-case currency. */
export function readBalance({ store }: Sandbox): Readonly<Record<string, number>> {
  const balance: Record<string, number> = {};
  for (const { amountMinor, feeMinor, currency } of store.balanceTransactions.values()) {
    balance[currency] = (balance[currency] ?? 0) + amountMinor - feeMinor;
  }
  return balance;
}

/** One payment as the provider records it. */
export function recordedPayment(sandbox: Sandbox, intent: PaymentIntentRecord): RecordedPayment {
  const { store } = sandbox;
  const session = store.checkoutSessions.get(intent.checkoutSessionId);
  const charge = store.charges.get(intent.chargeIds.at(-1) ?? '');
  const transaction = store.balanceTransactions.get(charge?.balanceTransactionId ?? '');
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
    feeMinor: transaction?.feeMinor ?? 0,
    disputeFeeMinor: total(disputed?.map(({ feeMinor }) => feeMinor)),
    state: intent.status,
    created: intent.created,
  };
}

const total = (amountsMinor: readonly number[] = []): number =>
  amountsMinor.reduce((sum, amountMinor) => sum + amountMinor, 0);

const paymentParameter = { paymentIntentId: z.string() };

/** The operator's actions on payments: bank debits, refunds, disputes and fraud warnings. */
export const paymentActions: readonly OperatorAction[] = [
  action(
    '/_sandbox/bank-debits/settle',
    z.object({ ...paymentParameter, outcome: z.enum(['paid', 'returned']) }),
    (sandbox, { paymentIntentId, outcome }) => ({
      isSettled: settleBankDebit(sandbox, paymentIntentId, outcome === 'paid'),
    }),
  ),
  action(
    '/_sandbox/refunds',
    z.object({ ...paymentParameter, amountMinor: optionalAmount }),
    (sandbox, { paymentIntentId, amountMinor }) => {
      const charge = chargeOf(sandbox, paymentIntentId);
      const request = { charge, amountMinor: amountMinor ?? null, reason: 'requested_by_customer', metadata: {} };
      return { refundId: createRefund(sandbox, request, null).id };
    },
  ),
  action('/_sandbox/refunds/fail', z.object({ refundId: z.string() }), (sandbox, { refundId }) => ({
    isFailed: failRefund(sandbox, refundId),
  })),
  action(
    '/_sandbox/disputes',
    z.object({
      ...paymentParameter,
      amountMinor: optionalAmount,
      withdrawnMinor: optionalAmount,
      kind: z.enum(['dispute', 'inquiry', 'prevented']).default('dispute'),
      reason: z.string().default('fraudulent'),
    }),
    (sandbox, { paymentIntentId, amountMinor, ...request }) => {
      const charge = chargeOf(sandbox, paymentIntentId);
      return { disputeId: openDispute(sandbox, { ...request, charge, amountMinor: amountMinor ?? null }).id };
    },
  ),
  action(
    '/_sandbox/disputes/decide',
    z.object({
      disputeId: z.string(),
      decision: z.enum(['answered', 'won', 'lost', 'escalated', 'inquiry_closed']),
      returnedMinor: optionalAmount,
    }),
    (sandbox, { disputeId, decision, returnedMinor }) => ({
      isDecided: decideDispute(sandbox, disputeId, decision, returnedMinor),
    }),
  ),
  action('/_sandbox/fraud-warnings', z.object(paymentParameter), (sandbox, { paymentIntentId }) => ({
    warningId: warnOfFraud(sandbox, chargeOf(sandbox, paymentIntentId)).id,
  })),
];

function chargeOf({ store }: Sandbox, paymentIntentId: string): ChargeRecord {
  const charge = store.charges.get(store.paymentIntents.get(paymentIntentId)?.chargeIds.at(-1) ?? '');
  if (charge === undefined) throw noSuch('payment_intent', paymentIntentId);
  return charge;
}
