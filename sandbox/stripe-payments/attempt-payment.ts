import type { Sandbox } from '../sandbox.ts';
import type {
  CheckoutSessionRecord,
  Instrument,
  Payer,
  PaymentFailure,
  PaymentIntentRecord,
} from '../state/records.ts';
import { newId, randomId } from '../stripe/ids.ts';
import { startSubscription, type FirstPayment } from '../stripe-billing/start-subscription.ts';
import { openDispute, warnOfFraud } from './dispute.ts';
import { expireIfDue } from './expire-checkout-session.ts';
import { newCharge } from './make-charge.ts';
import { saveCharge, savePaymentIntent } from './payment-events.ts';
import { completeUnpaid, refusePayment, succeedPayment } from './finish-payment.ts';

/** What a payer asks for on the hosted page, and what the test instrument is going to do. */
export interface PaymentAttempt {
  readonly payer: Payer;
  readonly instrument: Instrument;
  readonly outcome:
    | {
        readonly kind: 'succeed';
        readonly aftermath?: 'dispute' | 'fraud_warning';
        readonly laterFailure?: PaymentFailure;
      }
    | { readonly kind: 'refuse'; readonly failure: PaymentFailure }
    | { readonly kind: 'confirm'; readonly failure: PaymentFailure | null }
    | { readonly kind: 'debit'; readonly failure: PaymentFailure | null };
}

/**
 * How an attempt ended. `complete`: the payer goes to the success page (`eventId` is the session's event);
 * `refused`: may try again; `needs_confirmation`: one more step; `closed`: the session took no attempt any more.
 */
export type AttemptResult =
  | { readonly code: 'complete'; readonly eventId: string | null }
  | { readonly code: 'refused'; readonly failure: PaymentFailure }
  | { readonly code: 'needs_confirmation' }
  | { readonly code: 'closed' };

/** Sandbox time that a bank takes to answer a debit. */
const debitSettlesAfterSeconds = 4 * 24 * 3600;

/** Tries to pay an open session. Two attempts at once pay once: the second finds the session closed. */
export function attemptPayment(sandbox: Sandbox, sessionId: string, attempt: PaymentAttempt): AttemptResult {
  return sandbox.store.transact((): AttemptResult => {
    const session = expireIfDue(sandbox, sessionId);
    if (session?.status !== 'open') return { code: 'closed' };
    const intent = preparedIntent(sandbox, session, attempt);
    const { outcome, instrument } = attempt;
    switch (outcome.kind) {
      case 'succeed': {
        const laterFailure = outcome.laterFailure ?? null;
        const eventId = complete(sandbox, session, { intent, instrument, isConfirmed: false, laterFailure });
        bringAftermath(sandbox, intent.id, outcome.aftermath);
        return { code: 'complete', eventId };
      }
      case 'refuse':
        refusePayment(sandbox, intent, instrument, outcome.failure);
        return { code: 'refused', failure: outcome.failure };
      case 'confirm': {
        const pending = { kind: 'confirmation', failure: outcome.failure } as const;
        savePaymentIntent(sandbox, { ...intent, status: 'requires_action', pending }, 'requires_action');
        return { code: 'needs_confirmation' };
      }
      case 'debit': {
        const settlesAt = sandbox.clock.nowSeconds() + debitSettlesAfterSeconds;
        const charge = newCharge(sandbox, intent, instrument, { status: 'pending' });
        const pending = { kind: 'bank_debit', settlesAt, failure: outcome.failure } as const;
        const chargeIds = [...intent.chargeIds, charge.id];
        saveCharge(sandbox, charge, 'pending');
        savePaymentIntent(sandbox, { ...intent, status: 'processing', chargeIds, pending }, 'processing');
        return { code: 'complete', eventId: completeUnpaid(sandbox, session, attempt.payer) };
      }
    }
  });
}

/** Takes the money: once, or for the first month of a subscription. Returns the id of the session's event. */
function complete(sandbox: Sandbox, session: CheckoutSessionRecord, payment: FirstPayment): string | null {
  if (session.subscriptionSeed !== undefined) return startSubscription(sandbox, session, payment);
  return succeedPayment(sandbox, session, payment.intent, payment.instrument, payment.isConfirmed);
}

/** What some test cards bring upon the merchant right after the payment. */
function bringAftermath(sandbox: Sandbox, intentId: string, aftermath: 'dispute' | 'fraud_warning' | undefined): void {
  const chargeId = sandbox.store.paymentIntents.get(intentId)?.chargeIds.at(-1);
  const charge = sandbox.store.charges.get(chargeId ?? '');
  if (charge === undefined) return;
  if (aftermath === 'dispute') {
    openDispute(sandbox, { charge, amountMinor: null, isInquiry: false, reason: 'fraudulent' });
  }
  if (aftermath === 'fraud_warning') warnOfFraud(sandbox, charge);
}

/** Ends the confirmation step: the payer passed it, or did not. */
export function confirmPayment(
  sandbox: Sandbox,
  sessionId: string,
  isPassed: boolean,
  failed: PaymentFailure,
): AttemptResult {
  return sandbox.store.transact((): AttemptResult => {
    const session = expireIfDue(sandbox, sessionId);
    const intent = sandbox.store.paymentIntents.get(session?.paymentIntentId ?? '');
    if (session?.status !== 'open' || intent?.pending?.kind !== 'confirmation' || intent.instrument === null) {
      return { code: 'closed' };
    }
    const failure = isPassed ? intent.pending.failure : failed;
    if (failure === null) {
      const payment = { intent, instrument: intent.instrument, isConfirmed: true, laterFailure: null };
      return { code: 'complete', eventId: complete(sandbox, session, payment) };
    }
    refusePayment(sandbox, intent, intent.instrument, failure);
    return { code: 'refused', failure };
  });
}

/** The session's payment intent with this attempt's instrument; the first attempt makes it. */
function preparedIntent(
  sandbox: Sandbox,
  session: CheckoutSessionRecord,
  attempt: PaymentAttempt,
): PaymentIntentRecord {
  const { payer, instrument } = attempt;
  const existing = sandbox.store.paymentIntents.get(session.paymentIntentId ?? '');
  if (existing !== undefined) return { ...existing, payer, instrument, lastFailure: null, pending: null };
  const id = newId.paymentIntent();
  const fresh: PaymentIntentRecord = {
    id,
    created: sandbox.clock.nowSeconds(),
    checkoutSessionId: session.id,
    amountMinor: session.amountTotalMinor,
    amountReceivedMinor: 0,
    currency: session.currency,
    status: 'requires_payment_method',
    seed: session.paymentIntentSeed,
    clientSecret: randomId(`${id}_secret_`, 25),
    paymentMethods: session.paymentMethods,
    chargeIds: [],
    instrument: null,
    payer,
    lastFailure: null,
    canceledAt: null,
    pending: null,
  };
  savePaymentIntent(sandbox, fresh, 'created');
  sandbox.store.checkoutSessions.put({ ...session, paymentIntentId: id });
  return { ...fresh, instrument };
}
