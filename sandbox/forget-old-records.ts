import { orderLifetimeSeconds } from './paypal/payments/approve-order.ts';
import type { PayPalOrderRecord } from './paypal/records.ts';
import type { Sandbox } from './sandbox.ts';
import type { Collection } from './store.ts';
import type { CheckoutSessionRecord } from './stripe/records.ts';

/** How many finished records of a kind are kept. */
const keptMax = 10_000;
const eventsPerRecord = 3;

/**
 * Forgets finished checkouts beyond the newest 10,000 unpaid and the newest 10,000 paid ones, with the records that only they
 * needed. A sandbox in which visitors try things for months stays small this way. Everything that can still be paid, delivered
 * or refunded stays, and so does everything that counts in a balance.
 */
export function forgetOldRecords(sandbox: Sandbox, max = keptMax): void {
  const { store, clock } = sandbox;
  const oldestOpen = clock.nowSeconds() - orderLifetimeSeconds;
  store.transact(() => {
    forgetBeyond(store.checkoutSessions, max, isUnpaid, (session) => forgetUnpaid(sandbox, session));
    forgetBeyond(store.checkoutSessions, max, (session) => isPaid(sandbox, session));
    forgetBeyond(store.paypalOrders, max, (order) => isAbandoned(order, oldestOpen));
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
  forgetWith: (record: Entry) => void = () => undefined,
): void {
  if (collection.size() <= max) return;
  let excess = -max;
  for (const record of collection.values()) if (isChosen(record)) excess += 1;
  for (const record of collection.values()) {
    if (excess <= 0) return;
    if (!isChosen(record)) continue;
    forgetWith(record);
    collection.remove(record.id);
    excess -= 1;
  }
}

const isUnpaid = ({ status }: CheckoutSessionRecord): boolean => status === 'expired';

/** An expired session has moved no money: its payment was canceled, and every charge failed. */
function forgetUnpaid({ store }: Sandbox, { paymentIntentId }: CheckoutSessionRecord): void {
  const intent = store.paymentIntents.get(paymentIntentId ?? '');
  if (!intent) return;
  for (const id of intent.chargeIds) store.charges.remove(id);
  store.paymentIntents.remove(intent.id);
}

/** Whether a paid session can be forgotten, without its payment. Renewals name the session that began their subscription. */
const isPaid = ({ store }: Sandbox, session: CheckoutSessionRecord): boolean =>
  session.status === 'complete' &&
  session.subscriptionSeed === undefined &&
  !store.paymentIntents.get(session.paymentIntentId ?? '')?.pending;

/** Whether an order was not captured in time. */
const isAbandoned = (order: PayPalOrderRecord, oldestOpen: number): boolean =>
  order.captureId === null && order.runningCapture === null && order.updated < oldestOpen;

function isUndelivered({ store }: Sandbox, eventId: string): boolean {
  const status = store.deliveries.get(eventId)?.status;
  return status === 'waiting' || status === 'held';
}
