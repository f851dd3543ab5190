import { z } from 'zod';
import { noSuchResource } from '../paypal/paypal-error.ts';
import { refundCapture } from '../paypal-payments/refund-capture.ts';
import { captureToWire, refundToWire } from '../paypal-wire/capture.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PayPalCaptureRecord } from '../state/paypal-records.ts';
import { refusalOf, type PayPalDeed } from './call.ts';

const refundSchema = z
  .strictObject({
    amount: z.strictObject({ currency_code: z.string().length(3), value: z.string().max(32) }).optional(),
    custom_id: z.string().max(127).optional(),
    invoice_id: z.string().max(127).optional(),
    note_to_payer: z.string().max(255).optional(),
  })
  .nullish();

/** `GET /v2/payments/captures/{id}`. */
export const readCapture: PayPalDeed = (sandbox, { id }) => ({
  status: 200,
  body: captureToWire(findCapture(sandbox, id), sandbox.config.publicUrl),
});

/** `POST /v2/payments/captures/{id}/refund`. */
export const refundCaptureDeed: PayPalDeed = (sandbox, { id, body }) => {
  const parsed = refundSchema.safeParse(body);
  if (!parsed.success)
    throw refusalOf(parsed.error.issues[0]?.path ?? [], parsed.error.issues[0]?.message ?? 'invalid');
  const capture = findCapture(sandbox, id);
  const refund = refundCapture(sandbox, capture, parsed.data?.amount, parsed.data?.note_to_payer ?? null);
  return { status: 201, body: refundToWire(refund, sandbox.config.publicUrl) };
};

/** `GET /v2/payments/refunds/{id}`. */
export const readRefund: PayPalDeed = (sandbox, { id }) => {
  const refund = sandbox.store.paypalRefunds.get(id);
  if (!refund) throw noSuchResource('There is no such refund.');
  return { status: 200, body: refundToWire(refund, sandbox.config.publicUrl) };
};

function findCapture(sandbox: Sandbox, id: string): PayPalCaptureRecord {
  const capture = sandbox.store.paypalCaptures.get(id);
  if (!capture) throw noSuchResource('There is no such capture.');
  return capture;
}
