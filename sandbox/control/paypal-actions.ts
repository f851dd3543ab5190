import { z } from 'zod';
import { noSuchResource } from '../paypal/error.ts';
import { toMinor, toMoney } from '../paypal/money.ts';
import { approveOrder, defaultPayerEmail } from '../paypal/payments/approve-order.ts';
import { settleCheck } from '../paypal/payments/capture-order.ts';
import { decidePayPalDispute, openPayPalDispute } from '../paypal/payments/dispute-capture.ts';
import { refundCapture } from '../paypal/payments/refund-capture.ts';
import { payPalFundings, type PayPalCaptureRecord, type PayPalMovementRecord } from '../paypal/records.ts';
import type { Sandbox } from '../sandbox.ts';
import { action, optionalAmount, type OperatorAction } from './actions.ts';

/** One capture in the provider's own records. Amounts are minor units of `currency`. */
export interface RecordedCapture {
  readonly captureId: string;
  readonly orderId: string;
  readonly customId: string | null;
  readonly currency: string;
  readonly amountMinor: number;
  readonly amountRefundedMinor: number;
  /** The amount that disputes have withdrawn and not returned. */
  readonly amountDisputedMinor: number;
  readonly feeMinor: number;
  /** The fees for disputes, won or lost. */
  readonly disputeFeeMinor: number;
  readonly status: PayPalCaptureRecord['status'];
}

/** All captures, oldest first. */
export const readCaptures = ({ store }: Sandbox): RecordedCapture[] =>
  [...store.paypalCaptures.values()].map((capture) => ({
    captureId: capture.id,
    orderId: capture.orderId,
    customId: capture.customId,
    currency: capture.amount.currency_code,
    amountMinor: toMinor(capture.amount),
    amountRefundedMinor: toMinor(capture.refunded),
    amountDisputedMinor: withdrawnMinor(store, capture, 'DISPUTE_SETTLEMENT'),
    feeMinor: toMinor(capture.fee),
    disputeFeeMinor: withdrawnMinor(store, capture, 'CHARGEBACK_FEE'),
    status: capture.status,
  }));

/** Sums what disputes have withdrawn for one reason, less what they returned. */
function withdrawnMinor(
  store: Sandbox['store'],
  { id }: PayPalCaptureRecord,
  reason: PayPalMovementRecord['reason'],
): number {
  let sum = 0;
  for (const { captureId, movements } of store.paypalDisputes.values()) {
    if (captureId !== id) continue;
    for (const movement of movements) {
      if (movement.reason === reason) sum += toMinor(movement.amount) * (movement.type === 'DEBIT' ? 1 : -1);
    }
  }
  return sum;
}

function findCapture({ store }: Sandbox, captureId: string): PayPalCaptureRecord {
  const capture = store.paypalCaptures.get(captureId);
  if (!capture) throw noSuchResource('There is no such capture.');
  return capture;
}

/** The operator's actions on PayPal payments. */
export const paypalActions: readonly OperatorAction[] = [
  action(
    '/_sandbox/paypal/approve',
    z.object({
      orderId: z.string(),
      funding: z.enum(payPalFundings).default('balance'),
      payerEmail: z.string().default(defaultPayerEmail),
    }),
    (sandbox, { orderId, ...approval }) => {
      if (!approveOrder(sandbox, orderId, approval)) throw noSuchResource('There is no order to approve.');
      return {};
    },
  ),
  action(
    '/_sandbox/paypal/settle-check',
    z.object({ captureId: z.string(), outcome: z.enum(['cleared', 'bounced']) }),
    (sandbox, { captureId, outcome }) => ({ isSettled: settleCheck(sandbox, captureId, outcome === 'cleared') }),
  ),
  action(
    '/_sandbox/paypal/refund',
    z.object({
      captureId: z.string(),
      amountMinor: optionalAmount,
    }),
    (sandbox, { captureId, amountMinor }) => {
      const capture = findCapture(sandbox, captureId);
      const amount = amountMinor === undefined ? undefined : toMoney(amountMinor, capture.amount.currency_code);
      return { refundId: refundCapture(sandbox, capture, amount, null).id };
    },
  ),
  action(
    '/_sandbox/paypal/disputes',
    z.object({
      captureId: z.string(),
      amountMinor: optionalAmount,
      kind: z.enum(['dispute', 'inquiry']).default('dispute'),
      listsMovements: z.boolean().default(true),
    }),
    (sandbox, { captureId, ...request }) => ({
      disputeId: openPayPalDispute(sandbox, findCapture(sandbox, captureId), request).id,
    }),
  ),
  action(
    '/_sandbox/paypal/disputes/decide',
    z.object({
      disputeId: z.string(),
      decision: z.enum(['escalated', 'seller', 'buyer', 'canceled']),
      returnedMinor: optionalAmount,
    }),
    (sandbox, { disputeId, decision, returnedMinor }) => ({
      isDecided: decidePayPalDispute(sandbox, disputeId, decision, returnedMinor),
    }),
  ),
];
