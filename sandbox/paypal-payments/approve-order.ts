import { orderToWire } from '../paypal-wire/order.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PayPalFunding, PayPalOrderRecord } from '../state/paypal-records.ts';
import { emitPayPalEvent } from './emit-paypal-event.ts';

/** An order can be approved for three hours, and captured for three hours after that. */
export const orderLifetimeSeconds = 3 * 3600;

/** Where the API and the pages of this sandbox are. */
export const addressesOf = ({ config }: Sandbox): { readonly url: string; readonly pagesUrl: string } => ({
  url: config.publicUrl,
  pagesUrl: config.publicUrl,
});

/** The payer approves: false when the order is unknown, was left too long, or was captured already. Twice is as once. */
export function approveOrder(sandbox: Sandbox, id: string, funding: PayPalFunding): boolean {
  return sandbox.store.transact(() => {
    const order = sandbox.store.paypalOrders.get(id);
    if (!order || !isOpen(sandbox, order)) return false;
    const wasApproved = order.status === 'APPROVED';
    const approved: PayPalOrderRecord = {
      ...order,
      status: 'APPROVED',
      funding,
      updated: sandbox.clock.nowSeconds(),
    };
    sandbox.store.paypalOrders.put(approved);
    if (!wasApproved) {
      emitPayPalEvent(sandbox, 'CHECKOUT.ORDER.APPROVED', orderToWire(approved, undefined, addressesOf(sandbox)));
    }
    return true;
  });
}

/** Approvals that nobody captured in time are taken back. */
export function voidDueApprovals(sandbox: Sandbox): void {
  const due = sandbox.clock.nowSeconds() - orderLifetimeSeconds;
  for (const order of sandbox.store.paypalOrders.values()) {
    if (order.status !== 'APPROVED' || order.updated > due) continue;
    sandbox.store.paypalOrders.put({ ...order, status: 'VOIDED', updated: sandbox.clock.nowSeconds() });
    emitPayPalEvent(sandbox, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED', { order_id: order.id, purchase_units: [] });
  }
}

const isOpen = (sandbox: Sandbox, order: PayPalOrderRecord): boolean =>
  (order.status === 'CREATED' || order.status === 'APPROVED') &&
  sandbox.clock.nowSeconds() - order.created < orderLifetimeSeconds;
