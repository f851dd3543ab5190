import type { Origin, Sandbox } from '../sandbox.ts';
import type { CheckoutSessionRecord } from '../state/records.ts';
import { saveCheckoutSession, savePaymentIntent } from './payment-events.ts';

/** Closes an open session for good, together with a payment intent that an attempt may have left. */
export function expireCheckoutSession(
  sandbox: Sandbox,
  session: CheckoutSessionRecord,
  origin: Origin | null,
): CheckoutSessionRecord {
  return sandbox.store.transact(() => {
    const expired: CheckoutSessionRecord = { ...session, status: 'expired' };
    const intent = sandbox.store.paymentIntents.get(session.paymentIntentId ?? '');
    if (intent !== undefined) {
      const canceledAt = sandbox.clock.nowSeconds();
      savePaymentIntent(sandbox, { ...intent, status: 'canceled', canceledAt, pending: null }, 'canceled');
    }
    saveCheckoutSession(sandbox, expired, 'expired', origin);
    return expired;
  });
}

/** The session as of now: one whose time has run out is expired on the way. */
export function expireIfDue(sandbox: Sandbox, sessionId: string): CheckoutSessionRecord | undefined {
  const session = sandbox.store.checkoutSessions.get(sessionId);
  if (session?.status !== 'open' || session.expiresAt > sandbox.clock.nowSeconds()) return session;
  return expireCheckoutSession(sandbox, session, null);
}

/** Expires every session whose time has run out. */
export function expireDueSessions(sandbox: Sandbox): void {
  const now = sandbox.clock.nowSeconds();
  sandbox.store.transact(() => {
    for (const session of sandbox.store.checkoutSessions.values()) {
      if (session.status === 'open' && session.expiresAt <= now) expireCheckoutSession(sandbox, session, null);
    }
  });
}
