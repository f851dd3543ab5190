import type { Sandbox } from '#sandbox/sandbox.ts';
import { newId } from '../ids.ts';
import type {
  BalanceTransactionRecord,
  ChargeRecord,
  CheckoutSessionRecord,
  Instrument,
  Payer,
  PaymentFailure,
  PaymentIntentRecord,
} from '../records.ts';
import { saveCharge, saveCheckoutSession, savePaymentIntent } from './events.ts';

/** Charges the instrument and completes the session. Returns the id of `checkout.session.completed`. */
export function completePayment(
  sandbox: Sandbox,
  session: CheckoutSessionRecord,
  intent: PaymentIntentRecord,
  instrument: Instrument,
  isConfirmed: boolean,
): string | null {
  const charge = newCharge(sandbox, intent, instrument, { status: 'succeeded', isConfirmed });
  saveCharge(sandbox, charge, 'succeeded');
  savePaymentIntent(sandbox, paidIntent(intent, [...intent.chargeIds, charge.id]), 'succeeded');
  const eventId = saveCheckoutSession(
    sandbox,
    { ...session, paymentIntentId: intent.id, status: 'complete', paymentStatus: 'paid', customer: intent.payer },
    'completed',
  );
  creditBalance(sandbox, charge);
  return eventId;
}

/** Completes a session whose payment is still pending. Returns the id of `checkout.session.completed`. */
export function completeUnpaid(sandbox: Sandbox, session: CheckoutSessionRecord, payer: Payer): string | null {
  const current = sandbox.store.checkoutSessions.get(session.id) ?? session;
  return saveCheckoutSession(sandbox, { ...current, status: 'complete', customer: payer }, 'completed');
}

/** Records a failed attempt. A later attempt can still pay the intent. */
export function recordFailedPayment(
  sandbox: Sandbox,
  intent: PaymentIntentRecord,
  instrument: Instrument,
  failure: PaymentFailure,
): void {
  const charge = newCharge(sandbox, intent, instrument, { status: 'failed', failure });
  saveCharge(sandbox, charge, 'failed');
  const chargeIds = [...intent.chargeIds, charge.id];
  savePaymentIntent(sandbox, failedIntent({ ...intent, chargeIds, instrument }, failure), 'payment_failed');
}

/** The intent after a successful payment. */
export function paidIntent(intent: PaymentIntentRecord, chargeIds: readonly string[]): PaymentIntentRecord {
  return {
    ...intent,
    status: 'succeeded',
    amountReceivedMinor: intent.amountMinor,
    chargeIds,
    lastFailure: null,
    pending: null,
  };
}

/** The intent after a failed payment. */
export function failedIntent(intent: PaymentIntentRecord, failure: PaymentFailure): PaymentIntentRecord {
  return { ...intent, status: 'requires_payment_method', lastFailure: failure, pending: null };
}

const daySeconds = 24 * 3600;

/** A charge of the intent's amount to this instrument, not yet stored. */
export function newCharge(
  sandbox: Sandbox,
  intent: PaymentIntentRecord,
  instrument: Instrument,
  result: { status: ChargeRecord['status']; failure?: PaymentFailure; isConfirmed?: boolean },
): ChargeRecord {
  return {
    id: instrument.type === 'card' ? newId.charge() : newId.bankCharge(),
    created: sandbox.clock.nowSeconds(),
    paymentIntentId: intent.id,
    amountMinor: intent.amountMinor,
    amountRefundedMinor: 0,
    currency: intent.currency,
    status: result.status,
    description: intent.seed.description,
    metadata: intent.seed.metadata,
    receiptEmail: intent.seed.receiptEmail,
    payer: intent.payer,
    instrument,
    isConfirmed: result.isConfirmed ?? false,
    failure: result.failure ?? null,
    balanceTransactionId: null,
    refundIds: [],
    ...(intent.customerId === undefined ? {} : { customerId: intent.customerId }),
  };
}

/** The processing fee of a charge: 2.9 % plus 30 minor units, rounded to whole minor units. */
export function processingFeeMinor(amountMinor: number): number {
  return Math.round((amountMinor * 29) / 1000) + 30;
}

/**
 * Adds a successful charge to the balance. As with Stripe, `charge.succeeded` is sent without the balance transaction,
 * and `charge.updated` adds it.
 */
export function creditBalance(sandbox: Sandbox, charge: ChargeRecord): void {
  const now = sandbox.clock.nowSeconds();
  const transaction: BalanceTransactionRecord = {
    id: newId.balanceTransaction(),
    created: now,
    availableOn: now + 2 * daySeconds,
    amountMinor: charge.amountMinor,
    feeMinor: processingFeeMinor(charge.amountMinor),
    currency: charge.currency,
    type: charge.instrument.type === 'card' ? 'charge' : 'payment',
    sourceId: charge.id,
    description: charge.description,
  };
  sandbox.store.balanceTransactions.put(transaction);
  saveCharge(sandbox, { ...charge, balanceTransactionId: transaction.id }, 'updated', { balance_transaction: null });
}
