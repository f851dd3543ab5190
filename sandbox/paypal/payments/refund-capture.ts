import type { Sandbox } from '#sandbox/sandbox.ts';
import { unprocessable } from '../error.ts';
import { newPayPalId, type PayPalCaptureRecord, type PayPalMoney, type PayPalRefundRecord } from '../records.ts';
import { toMinor, toMoney } from '../money.ts';
import { refundToWire } from '../wire.ts';
import { emitPayPalEvent } from './emit-event.ts';

/** Refunds an amount of a capture, or all that is left. Throws PayPal's refusal for an amount that is too high. */
export function refundCapture(
  sandbox: Sandbox,
  capture: PayPalCaptureRecord,
  amount: PayPalMoney | undefined,
  note: string | null,
): PayPalRefundRecord {
  return sandbox.store.transact(() => {
    const { currency_code: currency } = capture.amount;
    const requestedMinor = readRequestedMinor(capture, amount);
    const totalRefunded = toMoney(toMinor(capture.refunded) + requestedMinor, currency);
    const refund: PayPalRefundRecord = {
      id: newPayPalId(),
      created: sandbox.clock.nowSeconds(),
      captureId: capture.id,
      amount: toMoney(requestedMinor, currency),
      totalRefunded,
      customId: capture.customId,
      invoiceId: capture.invoiceId,
      note,
    };
    sandbox.store.paypalRefunds.put(refund);
    sandbox.store.paypalCaptures.put({
      ...capture,
      status: totalRefunded.value === capture.amount.value ? 'REFUNDED' : 'PARTIALLY_REFUNDED',
      refunded: totalRefunded,
      refundIds: [...capture.refundIds, refund.id],
      updated: refund.created,
    });
    emitPayPalEvent(sandbox, 'PAYMENT.CAPTURE.REFUNDED', refundToWire(refund, sandbox.config.publicUrl));
    return refund;
  });
}

/** The amount to refund, in minor units. Throws PayPal's refusal if it cannot be refunded. */
function readRequestedMinor(capture: PayPalCaptureRecord, amount: PayPalMoney | undefined): number {
  const leftMinor = toMinor(capture.amount) - toMinor(capture.refunded);
  if (capture.status === 'PENDING') {
    throw unprocessable(
      'PENDING_CAPTURE',
      'Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.',
    );
  }
  if (capture.status === 'DECLINED') throw unprocessable('REFUND_NOT_ALLOWED', 'Capture cannot be refunded.');
  if (leftMinor === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED', 'The capture has already been fully refunded');
  const requestedMinor = amount === undefined ? leftMinor : toMinor(amount);
  if (amount !== undefined && amount.currency_code !== capture.amount.currency_code) {
    throw unprocessable('REFUND_CAPTURE_CURRENCY_MISMATCH', 'Refund must be in the same currency as the capture');
  }
  if (requestedMinor === 0 || requestedMinor > leftMinor) {
    throw unprocessable(
      'REFUND_AMOUNT_EXCEEDED',
      'The refund amount must be less than or equal to the capture amount that has not yet been refunded.',
    );
  }
  return requestedMinor;
}
