import type { Sandbox } from '../sandbox.ts';
import type { PaymentFailure, PaymentIntentRecord } from '../state/records.ts';
import { debitReturned } from '../stripe/test-cards.ts';
import { failedIntent, paidIntent } from './finish-payment.ts';
import { bookCharge } from './make-charge.ts';
import { saveCharge, saveCheckoutSession, savePaymentIntent } from './payment-events.ts';

/**
 * Lets the bank answer a debit that is under way. Returns false when the intent is not waiting for a bank,
 * so answering twice changes nothing.
 */
export function settleBankDebit(sandbox: Sandbox, paymentIntentId: string, isPaid: boolean): boolean {
  return sandbox.store.transact(() => {
    const intent = sandbox.store.paymentIntents.get(paymentIntentId);
    if (intent?.pending?.kind !== 'bank_debit') return false;
    finishDebit(sandbox, intent, isPaid ? null : (intent.pending.failure ?? debitReturned));
    return true;
  });
}

/** Settles every debit whose bank has had its days by the sandbox's clock. */
export function settleDueBankDebits(sandbox: Sandbox): void {
  const now = sandbox.clock.nowSeconds();
  sandbox.store.transact(() => {
    for (const intent of sandbox.store.paymentIntents.values()) {
      if (intent.pending?.kind === 'bank_debit' && intent.pending.settlesAt <= now) {
        finishDebit(sandbox, intent, intent.pending.failure);
      }
    }
  });
}

function finishDebit(sandbox: Sandbox, intent: PaymentIntentRecord, failure: PaymentFailure | null): void {
  const charge = sandbox.store.charges.get(intent.chargeIds.at(-1) ?? '');
  const session = sandbox.store.checkoutSessions.get(intent.checkoutSessionId);
  if (charge === undefined || session === undefined) {
    throw new Error(`The debit of ${intent.id} has lost its charge or its session`);
  }
  if (failure === null) {
    const paid = { ...charge, status: 'succeeded' } as const;
    saveCharge(sandbox, paid, 'succeeded');
    savePaymentIntent(sandbox, paidIntent(intent, intent.chargeIds), 'succeeded');
    saveCheckoutSession(sandbox, { ...session, paymentStatus: 'paid' }, 'async_payment_succeeded');
    bookCharge(sandbox, paid);
  } else {
    saveCharge(sandbox, { ...charge, status: 'failed', failure }, 'failed');
    savePaymentIntent(sandbox, failedIntent(intent, failure), 'payment_failed');
    saveCheckoutSession(sandbox, session, 'async_payment_failed');
  }
}
