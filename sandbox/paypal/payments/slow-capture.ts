import type { Sandbox } from '#sandbox/sandbox.ts';
import { stillRunning, unprocessable } from '../error.ts';
import type { PayPalFunding, PayPalOrderRecord, RememberedCall } from '../records.ts';
import { remember } from '../remembered-responses.ts';
import { minimal, orderToWire } from '../wire.ts';
import { captureOrder, refuseRepeatedInvoice } from './capture-order.ts';

/** The seconds that a capture with this funding takes. All others end immediately. */
const captureSeconds: Partial<Record<PayPalFunding, number>> = { slow: 6, very_slow: 15 };

/**
 * Starts the capture of an order whose funding takes a while. Returns false for other orders. Throws PayPal's refusal while an
 * earlier call is still capturing the order, and if another capture has its invoice number.
 */
export function startSlowCapture(sandbox: Sandbox, order: PayPalOrderRecord, call: RememberedCall): boolean {
  const { runningCapture: running } = order;
  if (running) throw running.call.answerId === call.answerId && call.answerId !== null ? stillRunning() : inProgress();
  const seconds = order.status === 'APPROVED' ? captureSeconds[order.funding ?? 'balance'] : undefined;
  if (seconds === undefined) return false;
  refuseRepeatedInvoice(sandbox, order);
  const endsAt = sandbox.clock.nowSeconds() + seconds;
  sandbox.store.paypalOrders.put({ ...order, runningCapture: { endsAt, call } });
  return true;
}

const inProgress = () =>
  unprocessable(
    'ORDER_COMPLETION_IN_PROGRESS',
    'The order was created with processing_instruction of ORDER_COMPLETE_ON_PAYMENT_APPROVAL. The customer has approved the payment and PayPal is still in the process of capturing the order on your behalf as instructed. Please try your request again.',
  );

/** Ends every slow capture that is due, and stores the response to the call that started it. */
export function endDueCaptures(sandbox: Sandbox): void {
  const now = sandbox.clock.nowSeconds();
  for (const order of sandbox.store.paypalOrders.values()) {
    if (!order.runningCapture || order.runningCapture.endsAt > now) continue;
    const { call } = order.runningCapture;
    const captured = captureOrder(sandbox, order);
    remember(sandbox, call, { status: 201, body: captureResponse(sandbox, captured, call) });
  }
}

/** The response to the call that captured an order. */
export function captureResponse(sandbox: Sandbox, order: PayPalOrderRecord, call: RememberedCall): object {
  const resource = fullOrder(sandbox, order);
  return call.isWhole ? resource : minimal(resource);
}

/** An order with its payment and refunds. */
export function fullOrder({ store, config }: Sandbox, order: PayPalOrderRecord) {
  const capture = store.paypalCaptures.get(order.captureId ?? '');
  const refunds = capture?.refundIds.flatMap((id) => store.paypalRefunds.get(id) ?? []) ?? [];
  return orderToWire(order, capture && { capture, refunds }, config.publicUrl);
}
