import { voidDueApprovals } from './paypal-payments/approve-order.ts';
import { settleDueChecks } from './paypal-payments/capture-order.ts';
import type { Sandbox } from './sandbox.ts';
import { forgetOldAnswers } from './stripe-api/idempotency.ts';
import { expireDueSessions } from './stripe-payments/expire-checkout-session.ts';
import { settleDueBankDebits } from './stripe-payments/settle-bank-debit.ts';
import { billDueSubscriptions } from './stripe-billing/bill-due-subscriptions.ts';
import { releaseDueDeliveries } from './webhooks/release-deliveries.ts';

/** Does everything whose time has come by the sandbox's clock. */
export function catchUpWithClock(sandbox: Sandbox): void {
  // First of all, since what it does is dated in the time that has passed.
  billDueSubscriptions(sandbox);
  sandbox.store.transact(() => {
    expireDueSessions(sandbox);
    settleDueBankDebits(sandbox);
    settleDueChecks(sandbox);
    voidDueApprovals(sandbox);
    forgetOldAnswers(sandbox);
  });
  releaseDueDeliveries(sandbox);
}

/** Catches up every second. Returns the function that stops it. */
export function followClock(sandbox: Sandbox): () => void {
  const timer = setInterval(catchUpWithClock, 1000, sandbox);
  return () => clearInterval(timer);
}

/** Moves the clock forward and does everything that the time between would have brought, waiting retries included. */
export function advanceClock(sandbox: Sandbox, seconds: number): void {
  sandbox.clock.advance(seconds);
  catchUpWithClock(sandbox);
  sandbox.webhooks.attemptAllNow();
}
