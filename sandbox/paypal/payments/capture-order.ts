import type { Sandbox } from '#sandbox/sandbox.ts';
import { unprocessable } from '../error.ts';
import { newPayPalId, type PayPalCaptureRecord, type PayPalOrderRecord } from '../records.ts';
import { paypalFeeMinor, toMinor, toMoney } from '../money.ts';
import { captureToWire } from '../wire.ts';
import { emitPayPalEvent } from './emit-event.ts';

const echeckClearsAfterSeconds = 4 * 24 * 3600;

/**
 * Captures an approved order immediately. Throws PayPal's refusal when the order is not approved or was already captured, when
 * the payer's instrument is declined, when the payer must return to PayPal, and when another capture has the invoice number.
 */
export function captureOrder(sandbox: Sandbox, order: PayPalOrderRecord): PayPalOrderRecord {
  if (order.status === 'COMPLETED') {
    throw unprocessable(
      'ORDER_ALREADY_CAPTURED',
      "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
    );
  }
  if (order.status !== 'APPROVED') {
    throw unprocessable(
      'ORDER_NOT_APPROVED',
      "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
    );
  }
  refuseDeclinedFunding(sandbox, order);
  refuseRepeatedInvoice(sandbox, order);
  const capture = newCapture(sandbox, order);
  const captured: PayPalOrderRecord = {
    ...order,
    status: 'COMPLETED',
    captureId: capture.id,
    runningCapture: null,
    updated: capture.created,
  };
  sandbox.store.paypalCaptures.put(capture);
  sandbox.store.paypalOrders.put(captured);
  emitCaptureEvent(sandbox, capture);
  return captured;
}

/** Throws PayPal's refusal for a declined instrument, or for a payer who has to return to PayPal. */
function refuseDeclinedFunding(sandbox: Sandbox, order: PayPalOrderRecord): void {
  const { funding } = order;
  if (funding !== 'declined' && funding !== 'declined_once' && funding !== 'action_required') return;
  if (funding !== 'declined') {
    sandbox.store.paypalOrders.put({
      ...order,
      status: order.hasPaymentSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
      funding: null,
      payerEmail: null,
      updated: sandbox.clock.nowSeconds(),
    });
  }
  throw funding === 'action_required'
    ? unprocessable(
        'PAYER_ACTION_REQUIRED',
        'Transaction cannot complete successfully, instruct the buyer to return to PayPal.',
      )
    : unprocessable(
        'INSTRUMENT_DECLINED',
        "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
      );
}

/**
 * Throws PayPal's refusal for the invoice number of another capture, even if that capture is still running. Creating an order
 * with such a number is not refused.
 */
export function refuseRepeatedInvoice({ store }: Sandbox, { id, invoiceId }: PayPalOrderRecord): void {
  if (invoiceId === null) return;
  const isCaptured = [...store.paypalCaptures.values()].some((capture) => capture.invoiceId === invoiceId);
  const isRunning = [...store.paypalOrders.values()].some(
    (other) => other.invoiceId === invoiceId && other.runningCapture !== null && other.id !== id,
  );
  if (!isCaptured && !isRunning) return;
  throw unprocessable(
    'DUPLICATE_INVOICE_ID',
    'Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.',
  );
}

/** Settles every eCheck that is due. */
export function settleDueChecks(sandbox: Sandbox): void {
  const now = sandbox.clock.nowSeconds();
  for (const capture of sandbox.store.paypalCaptures.values()) {
    if (capture.settlesAt !== null && capture.settlesAt <= now) settleCheck(sandbox, capture.id, capture.clears);
  }
}

/** Has an eCheck clear or bounce. Returns false when the capture does not await one. */
export function settleCheck(sandbox: Sandbox, captureId: string, clears: boolean): boolean {
  return sandbox.store.transact(() => {
    const capture = sandbox.store.paypalCaptures.get(captureId);
    if (capture?.status !== 'PENDING') return false;
    const settled: PayPalCaptureRecord = {
      ...capture,
      status: clears ? 'COMPLETED' : 'DECLINED',
      settlesAt: null,
      updated: sandbox.clock.nowSeconds(),
      ...(clears ? { clearedAt: sandbox.clock.nowSeconds() } : {}),
    };
    sandbox.store.paypalCaptures.put(settled);
    emitCaptureEvent(sandbox, settled);
    return true;
  });
}

function newCapture(sandbox: Sandbox, order: PayPalOrderRecord): PayPalCaptureRecord {
  const now = sandbox.clock.nowSeconds();
  const isCheck = order.funding === 'echeck' || order.funding === 'echeck_denied';
  return {
    id: newPayPalId(),
    created: now,
    updated: now,
    orderId: order.id,
    status: isCheck ? 'PENDING' : 'COMPLETED',
    amount: order.amount,
    fee: toMoney(paypalFeeMinor(toMinor(order.amount)), order.amount.currency_code),
    refunded: toMoney(0, order.amount.currency_code),
    customId: order.customId,
    invoiceId: order.invoiceId,
    refundIds: [],
    settlesAt: isCheck ? now + echeckClearsAfterSeconds : null,
    clears: order.funding !== 'echeck_denied',
  };
}

const eventTypes = {
  COMPLETED: 'PAYMENT.CAPTURE.COMPLETED',
  PENDING: 'PAYMENT.CAPTURE.PENDING',
  DECLINED: 'PAYMENT.CAPTURE.DENIED',
} as const;

function emitCaptureEvent(sandbox: Sandbox, capture: PayPalCaptureRecord): void {
  if (capture.status === 'REFUNDED' || capture.status === 'PARTIALLY_REFUNDED') return;
  emitPayPalEvent(sandbox, eventTypes[capture.status], captureToWire(capture, sandbox.config.publicUrl));
}
