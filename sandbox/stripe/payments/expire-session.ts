import type { Origin, Sandbox } from '#sandbox/sandbox.ts';
import type { CheckoutSessionRecord } from '../records.ts';
import { saveCheckoutSession, savePaymentIntent } from './events.ts';

/** Expires an open session and cancels its payment intent, if an attempt left one. */
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

/** Loads a session, and expires it first if its time has run out. */
export function loadSession(sandbox: Sandbox, sessionId: string): CheckoutSessionRecord | undefined {
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
