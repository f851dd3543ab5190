import type { Sandbox } from '#sandbox/sandbox.ts';
import type { PaymentFailure, PaymentIntentRecord } from '../records.ts';
import { debitReturned } from '../test-cards.ts';
import { creditBalance, failedIntent, paidIntent } from './charge.ts';
import { saveCharge, saveCheckoutSession, savePaymentIntent } from './events.ts';

/** Has the bank pay or return a pending debit. Returns false if the intent has none. */
export function settleBankDebit(sandbox: Sandbox, paymentIntentId: string, isPaid: boolean): boolean {
  return sandbox.store.transact(() => {
    const intent = sandbox.store.paymentIntents.get(paymentIntentId);
    if (intent?.pending?.kind !== 'bank_debit') return false;
    finishDebit(sandbox, intent, isPaid ? null : (intent.pending.failure ?? debitReturned));
    return true;
  });
}

/** Settles every debit that is due by the sandbox's clock. */
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
    throw new Error(`The debit of ${intent.id} has no charge or no session`);
  }
  if (failure === null) {
    const paid = { ...charge, status: 'succeeded' } as const;
    saveCharge(sandbox, paid, 'succeeded');
    savePaymentIntent(sandbox, paidIntent(intent, intent.chargeIds), 'succeeded');
    saveCheckoutSession(sandbox, { ...session, paymentStatus: 'paid' }, 'async_payment_succeeded');
    creditBalance(sandbox, paid);
  } else {
    saveCharge(sandbox, { ...charge, status: 'failed', failure }, 'failed');
    savePaymentIntent(sandbox, failedIntent(intent, failure), 'payment_failed');
    saveCheckoutSession(sandbox, session, 'async_payment_failed');
  }
}
