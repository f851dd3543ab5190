import type { Sandbox } from '../sandbox.ts';
import type {
  CheckoutSessionRecord,
  Instrument,
  Payer,
  PaymentFailure,
  PaymentIntentRecord,
} from '../state/records.ts';
import { bookCharge, newCharge } from './make-charge.ts';
import { saveCharge, saveCheckoutSession, savePaymentIntent } from './payment-events.ts';

/** Takes the money and completes the session. Returns the id of `checkout.session.completed`. */
export function succeedPayment(
  sandbox: Sandbox,
  session: CheckoutSessionRecord,
  intent: PaymentIntentRecord,
  instrument: Instrument,
  isConfirmed: boolean,
): string | null {
  const charge = newCharge(sandbox, intent, instrument, { status: 'succeeded', isConfirmed });
  saveCharge(sandbox, charge, 'succeeded');
  savePaymentIntent(sandbox, paidIntent(intent, [...intent.chargeIds, charge.id]), 'succeeded');
  const completed = saveCheckoutSession(
    sandbox,
    { ...session, paymentIntentId: intent.id, status: 'complete', paymentStatus: 'paid', customer: intent.payer },
    'completed',
  );
  bookCharge(sandbox, charge);
  return completed;
}

/** Completes a session whose money is still on its way. Returns the id of `checkout.session.completed`. */
export function completeUnpaid(sandbox: Sandbox, session: CheckoutSessionRecord, payer: Payer): string | null {
  const current = sandbox.store.checkoutSessions.get(session.id) ?? session;
  return saveCheckoutSession(sandbox, { ...current, status: 'complete', customer: payer }, 'completed');
}

/** Records a refused attempt; the session stays open for another. */
export function refusePayment(
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

/** The intent after its money came. */
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

/** The intent after its money did not come. */
export function failedIntent(intent: PaymentIntentRecord, failure: PaymentFailure): PaymentIntentRecord {
  return { ...intent, status: 'requires_payment_method', lastFailure: failure, pending: null };
}
