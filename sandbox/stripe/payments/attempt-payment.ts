import type { Sandbox } from '#sandbox/sandbox.ts';
import { startSubscription, type FirstPayment } from '../billing/start-subscription.ts';
import { newId, randomId } from '../ids.ts';
import type { CheckoutSessionRecord, Instrument, Payer, PaymentFailure, PaymentIntentRecord } from '../records.ts';
import type { CardBehavior } from '../test-cards.ts';
import { completeUnpaid, newCharge, recordFailedPayment, completePayment } from './charge.ts';
import { openDispute, warnOfFraud } from './dispute.ts';
import { saveCharge, savePaymentIntent } from './events.ts';
import { loadSession } from './expire-session.ts';

/** A payment submitted on the hosted page, and how its test instrument behaves. */
export interface PaymentAttempt {
  readonly payer: Payer;
  readonly instrument: Instrument;
  readonly outcome: CardBehavior | { readonly kind: 'debit'; readonly failure: PaymentFailure | null };
}

/**
 * The result of an attempt. `complete`: the payer goes to the success page (`eventId` is the session's event);
 * `declined`: the payer may try again; `needs_confirmation`: one more step; `closed`: the session is no longer open.
 */
export type AttemptResult =
  | { readonly code: 'complete'; readonly eventId: string | null }
  | { readonly code: 'declined'; readonly failure: PaymentFailure }
  | { readonly code: 'needs_confirmation' }
  | { readonly code: 'closed' };

/** The sandbox time that the bank takes to respond to a debit. */
const debitSettlesAfterSeconds = 4 * 24 * 3600;

/** Tries to pay an open session. After an attempt that succeeds, a simultaneous one finds the session closed. */
export function attemptPayment(sandbox: Sandbox, sessionId: string, attempt: PaymentAttempt): AttemptResult {
  return sandbox.store.transact((): AttemptResult => {
    const session = loadSession(sandbox, sessionId);
    if (session?.status !== 'open') return { code: 'closed' };
    const intent = prepareIntent(sandbox, session, attempt);
    const { outcome, instrument } = attempt;
    switch (outcome.kind) {
      case 'succeed': {
        const laterFailure = outcome.laterFailure ?? null;
        const eventId = complete(sandbox, session, { intent, instrument, isConfirmed: false, laterFailure });
        openFollowUp(sandbox, intent.id, outcome.followUp);
        return { code: 'complete', eventId };
      }
      case 'decline':
        recordFailedPayment(sandbox, intent, instrument, outcome.failure);
        return { code: 'declined', failure: outcome.failure };
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

/** Completes a one-time payment or starts a subscription. Returns the id of the session's event. */
function complete(sandbox: Sandbox, session: CheckoutSessionRecord, payment: FirstPayment): string | null {
  if (session.subscriptionSeed !== undefined) return startSubscription(sandbox, session, payment);
  return completePayment(sandbox, session, payment.intent, payment.instrument, payment.isConfirmed);
}

/** Creates the dispute or the fraud warning that some test cards cause right after the payment. */
function openFollowUp(sandbox: Sandbox, intentId: string, followUp: 'dispute' | 'fraud_warning' | undefined): void {
  const chargeId = sandbox.store.paymentIntents.get(intentId)?.chargeIds.at(-1);
  const charge = sandbox.store.charges.get(chargeId ?? '');
  if (charge === undefined) return;
  if (followUp === 'dispute') {
    openDispute(sandbox, { charge, amountMinor: null, kind: 'dispute', reason: 'fraudulent' });
  }
  if (followUp === 'fraud_warning') warnOfFraud(sandbox, charge);
}

/** Ends the confirmation step, which the payer passed or failed. */
export function confirmPayment(
  sandbox: Sandbox,
  sessionId: string,
  isPassed: boolean,
  failed: PaymentFailure,
): AttemptResult {
  return sandbox.store.transact((): AttemptResult => {
    const session = loadSession(sandbox, sessionId);
    const intent = sandbox.store.paymentIntents.get(session?.paymentIntentId ?? '');
    if (session?.status !== 'open' || intent?.pending?.kind !== 'confirmation' || intent.instrument === null) {
      return { code: 'closed' };
    }
    const failure = isPassed ? intent.pending.failure : failed;
    if (failure === null) {
      const payment = { intent, instrument: intent.instrument, isConfirmed: true, laterFailure: null };
      return { code: 'complete', eventId: complete(sandbox, session, payment) };
    }
    recordFailedPayment(sandbox, intent, intent.instrument, failure);
    return { code: 'declined', failure };
  });
}

/** The session's payment intent with this attempt's instrument. The first attempt creates it. */
function prepareIntent(sandbox: Sandbox, session: CheckoutSessionRecord, attempt: PaymentAttempt): PaymentIntentRecord {
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
    orderReference: orderReferenceOf(session),
  };
  savePaymentIntent(sandbox, fresh, 'created');
  sandbox.store.checkoutSessions.put({ ...session, paymentIntentId: id });
  return { ...fresh, instrument };
}

/** The session's id, as at Stripe. For a subscription it is shortened to the length that card networks accept. */
const orderReferenceOf = ({ id, subscriptionSeed }: CheckoutSessionRecord): string =>
  subscriptionSeed === undefined ? id : id.slice(0, networkReferenceMax);

const networkReferenceMax = 25;
