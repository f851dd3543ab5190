import { orderLifetimeSeconds } from './paypal/payments/approve-order.ts';
import type { PayPalOrderRecord } from './paypal/records.ts';
import type { Sandbox } from './sandbox.ts';
import type { Collection } from './store.ts';
import type { CheckoutSessionRecord } from './stripe/records.ts';

/** The number of finished records of a kind that are kept. */
const keptMax = 10_000;
const eventsPerRecord = 3;

/**
 * Forgets old checkouts with the records that only they need, so that a sandbox that is in use for months stays small. Keeps the
 * newest 10,000 expired sessions, paid sessions and abandoned PayPal orders each, and all paid PayPal orders. Everything that can
 * still be paid, delivered or refunded stays, and so does everything that counts toward a balance.
 */
export function forgetOldRecords(sandbox: Sandbox, max = keptMax): void {
  const { store, clock } = sandbox;
  const openSince = clock.nowSeconds() - orderLifetimeSeconds;
  store.transact(() => {
    forgetBeyond(store.checkoutSessions, max, isExpired, (session) => forgetPayment(sandbox, session));
    forgetBeyond(store.checkoutSessions, max, (session) => canForgetPaid(sandbox, session));
    forgetBeyond(store.paypalOrders, max, (order) => isAbandoned(order, openSince));
    forgetBeyond(store.idempotency, max);
    forgetBeyond(store.paypalResponses, max);
    const isDelivered = ({ id }: { readonly id: string }): boolean => !isUndelivered(sandbox, id);
    forgetBeyond(store.events, max * eventsPerRecord, isDelivered, ({ id }) => store.deliveries.remove(id));
  });
}

/** Removes the oldest of the chosen records until at most `max` of them are left. */
function forgetBeyond<Entry extends { readonly id: string }>(
  collection: Collection<Entry>,
  max: number,
  isChosen: (record: Entry) => boolean = () => true,
  forgetRelated: (record: Entry) => void = () => undefined,
): void {
  if (collection.size() <= max) return;
  let excess = -max;
  for (const record of collection.values()) if (isChosen(record)) excess += 1;
  for (const record of collection.values()) {
    if (excess <= 0) return;
    if (!isChosen(record)) continue;
    forgetRelated(record);
    collection.remove(record.id);
    excess -= 1;
  }
}

const isExpired = ({ status }: CheckoutSessionRecord): boolean => status === 'expired';

/** Forgets the payment of an expired session. It moved no money: it was canceled, and every charge failed. */
function forgetPayment({ store }: Sandbox, { paymentIntentId }: CheckoutSessionRecord): void {
  const intent = store.paymentIntents.get(paymentIntentId ?? '');
  if (!intent) return;
  for (const id of intent.chargeIds) store.charges.remove(id);
  store.paymentIntents.remove(intent.id);
}

/** Returns true for a paid session that is no longer needed; its payment stays. Renewals need the subscription's session. */
const canForgetPaid = ({ store }: Sandbox, session: CheckoutSessionRecord): boolean =>
  session.status === 'complete' &&
  session.subscriptionSeed === undefined &&
  !store.paymentIntents.get(session.paymentIntentId ?? '')?.pending;

/** Returns true if an order was not captured in time. */
const isAbandoned = (order: PayPalOrderRecord, openSince: number): boolean =>
  order.captureId === null && order.runningCapture === null && order.updated < openSince;

function isUndelivered({ store }: Sandbox, eventId: string): boolean {
  const status = store.deliveries.get(eventId)?.status;
  return status === 'waiting' || status === 'held';
}
