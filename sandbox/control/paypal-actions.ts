import { z } from 'zod';
import { noSuchResource } from '../paypal/error.ts';
import { toMinor, toMoney } from '../paypal/money.ts';
import { approveOrder, defaultPayerEmail } from '../paypal/payments/approve-order.ts';
import { settleCheck } from '../paypal/payments/capture-order.ts';
import { refundCapture } from '../paypal/payments/refund-capture.ts';
import type { PayPalCaptureRecord } from '../paypal/records.ts';
import type { Sandbox } from '../sandbox.ts';
import { action, type OperatorAction } from './actions.ts';

/** One capture in the provider's own records. Amounts are minor units of `currency`. */
export interface RecordedCapture {
  readonly captureId: string;
  readonly orderId: string;
  readonly customId: string | null;
  readonly currency: string;
  readonly amountMinor: number;
  readonly amountRefundedMinor: number;
  readonly feeMinor: number;
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
    feeMinor: toMinor(capture.fee),
    status: capture.status,
  }));

/** What the operator can do with PayPal payments. */
export const paypalActions: readonly OperatorAction[] = [
  action(
    '/_sandbox/paypal/approve',
    z.object({
      orderId: z.string(),
      funding: z.enum(['balance', 'declined_once', 'echeck', 'echeck_denied']).default('balance'),
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
      amountMinor: z.preprocess(
        (value) => (value === '' ? undefined : value),
        z.coerce.number().int().min(1).optional(),
      ),
    }),
    (sandbox, { captureId, amountMinor }) => {
      const capture = sandbox.store.paypalCaptures.get(captureId);
      if (!capture) throw noSuchResource('There is no such capture.');
      const amount = amountMinor === undefined ? undefined : toMoney(amountMinor, capture.amount.currency_code);
      return { refundId: refundCapture(sandbox, capture, amount, null).id };
    },
  ),
];
