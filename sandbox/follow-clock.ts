import { forgetOldRecords } from './forget-old-records.ts';
import { voidExpiredApprovals } from './paypal/payments/approve-order.ts';
import { settleDueChecks } from './paypal/payments/capture-order.ts';
import { endDueCaptures } from './paypal/payments/slow-capture.ts';
import type { Sandbox } from './sandbox.ts';
import { forgetOldResponses } from './stripe/api/idempotency.ts';
import { expireDueSessions } from './stripe/payments/expire-session.ts';
import { settleDueBankDebits } from './stripe/payments/bank-debit.ts';
import { processDueSubscriptions } from './stripe/billing/due-subscriptions.ts';
import { releaseDueDeliveries } from './webhooks/deliveries.ts';

/** Does everything that is due by the sandbox's clock. */
export function catchUp(sandbox: Sandbox): void {
  // This comes first because its changes are dated in the past.
  processDueSubscriptions(sandbox);
  sandbox.store.transact(() => {
    expireDueSessions(sandbox);
    settleDueBankDebits(sandbox);
    endDueCaptures(sandbox);
    settleDueChecks(sandbox);
    voidExpiredApprovals(sandbox);
    forgetOldResponses(sandbox);
    forgetOldRecords(sandbox);
  });
  releaseDueDeliveries(sandbox);
}

/** Catches up every second. Returns a function that stops it. */
export function followClock(sandbox: Sandbox): () => void {
  const timer = setInterval(catchUp, 1000, sandbox);
  return () => clearInterval(timer);
}

/** Moves the clock forward, then does everything that fell due, including webhook retries. */
export function advanceClock(sandbox: Sandbox, seconds: number): void {
  sandbox.clock.advance(seconds);
  catchUp(sandbox);
  sandbox.webhooks.attemptAllNow();
}
