import type { Sandbox } from '#sandbox/sandbox.ts';
import type { PayPalFunding, PayPalOrderRecord } from '../records.ts';
import { orderToWire } from '../wire.ts';
import { emitPayPalEvent } from './emit-event.ts';

/** An order can be approved for three hours, and captured for three hours after that. */
export const orderLifetimeSeconds = 3 * 3600;

/** The payer's address if the payer enters no valid one. */
export const defaultPayerEmail = 'payer@example.org';

/** The payer's entries on the approval page. */
export interface Approval {
  readonly funding: PayPalFunding;
  readonly payerEmail: string;
}

/** Returns true if the order's status lets the payer approve, or approve again. */
export const isAwaitingPayer = ({ status }: PayPalOrderRecord): boolean =>
  status === 'CREATED' || status === 'PAYER_ACTION_REQUIRED' || status === 'APPROVED';

/** Approves an order for the payer. Returns false for an unknown or expired order, and for one whose capture has begun. */
export function approveOrder(sandbox: Sandbox, id: string, { funding, payerEmail }: Approval): boolean {
  return sandbox.store.transact(() => {
    const order = sandbox.store.paypalOrders.get(id);
    if (!order || !isOpen(sandbox, order)) return false;
    const wasApproved = order.status === 'APPROVED';
    const approved: PayPalOrderRecord = {
      ...order,
      status: 'APPROVED',
      funding,
      payerEmail,
      updated: sandbox.clock.nowSeconds(),
    };
    sandbox.store.paypalOrders.put(approved);
    if (!wasApproved) {
      emitPayPalEvent(sandbox, 'CHECKOUT.ORDER.APPROVED', orderToWire(approved, undefined, sandbox.config.publicUrl));
    }
    return true;
  });
}

/** Voids approved orders that were not captured in time. */
export function voidExpiredApprovals(sandbox: Sandbox): void {
  const oldestOpen = sandbox.clock.nowSeconds() - orderLifetimeSeconds;
  for (const order of sandbox.store.paypalOrders.values()) {
    if (order.status !== 'APPROVED' || order.runningCapture || order.updated > oldestOpen) continue;
    sandbox.store.paypalOrders.put({ ...order, status: 'VOIDED', updated: sandbox.clock.nowSeconds() });
    const unit = { reference_id: order.referenceId, custom_id: order.customId ?? undefined };
    emitPayPalEvent(sandbox, 'CHECKOUT.PAYMENT-APPROVAL.REVERSED', { order_id: order.id, purchase_units: [unit] });
  }
}

const isOpen = (sandbox: Sandbox, order: PayPalOrderRecord): boolean =>
  isAwaitingPayer(order) && !order.runningCapture && sandbox.clock.nowSeconds() - order.created < orderLifetimeSeconds;
