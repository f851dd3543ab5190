import { z } from 'zod';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { invalidRequest, noSuchResource, unprocessable, type PayPalError } from '../error.ts';
import { newPayPalId, type PayPalMoney, type PayPalOrderRecord, type PayPalCaptureRecord } from '../records.ts';
import { toMinor } from '../money.ts';
import { orderLifetimeSeconds } from '../payments/approve-order.ts';
import { captureOrder } from '../payments/capture-order.ts';
import { captureResponse, startSlowCapture, fullOrder } from '../payments/slow-capture.ts';
import { orderToWire, captureToWire, minimal, refundToWire } from '../wire.ts';
import { refundCapture } from '../payments/refund-capture.ts';
import { parseInput, invalidProperty, type PayPalEndpoint } from './call.ts';
import { checkItems, itemsSchema, moneySchema } from './order-items.ts';

const optionalUrl = z.url({ protocol: /^https?$/ }).optional();

const experienceContext = z.strictObject({
  brand_name: z.string().min(1).max(127).optional(),
  locale: z.string().min(2).max(10).optional(),
  shipping_preference: z.enum(['GET_FROM_FILE', 'NO_SHIPPING', 'SET_PROVIDED_ADDRESS']).optional(),
  landing_page: z.enum(['LOGIN', 'GUEST_CHECKOUT', 'NO_PREFERENCE']).optional(),
  user_action: z.enum(['CONTINUE', 'PAY_NOW']).optional(),
  return_url: optionalUrl,
  cancel_url: optionalUrl,
});

/** The body of a new order. Unknown properties are refused, so that a misspelled one is noticed. */
const orderSchema = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.strictObject({
        reference_id: z.string().max(256).optional(),
        amount: moneySchema.extend({ breakdown: z.record(z.string(), moneySchema).optional() }),
        description: z.string().max(127).optional(),
        custom_id: z.string().max(255).optional(),
        invoice_id: z.string().max(127).optional(),
        soft_descriptor: z.string().max(22).optional(),
        items: itemsSchema.optional(),
      }),
    )
    .length(1),
  payment_source: z.strictObject({ paypal: z.strictObject({ experience_context: experienceContext }) }).optional(),
  application_context: z.looseObject({ return_url: optionalUrl, cancel_url: optionalUrl }).optional(),
});

/** `POST /v2/checkout/orders`. With a `payment_source` the response is 200, and the payer has to act next. */
export const createOrder: PayPalEndpoint = (sandbox, { body, remembered }) => {
  const parsed = parseInput(orderSchema, body);
  const [unit] = parsed.purchase_units;
  if (!unit) throw invalidProperty(['purchase_units']);
  checkBreakdown(unit.amount);
  checkItems(unit.items ?? [], unit.amount);
  const hasPaymentSource = parsed.payment_source !== undefined;
  if (hasPaymentSource && remembered.answerId === null) throw requestIdRequired();
  const now = sandbox.clock.nowSeconds();
  const order: PayPalOrderRecord = {
    id: newPayPalId(),
    created: now,
    updated: now,
    status: hasPaymentSource ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    breakdown: unit.amount.breakdown ?? null,
    items: unit.items ?? [],
    referenceId: unit.reference_id ?? 'default',
    description: unit.description ?? null,
    customId: unit.custom_id ?? null,
    invoiceId: unit.invoice_id ?? null,
    hasPaymentSource,
    funding: null,
    payerEmail: null,
    captureId: null,
    runningCapture: null,
  };
  sandbox.store.paypalOrders.put(order);
  const resource = orderToWire(order, undefined, sandbox.config.publicUrl);
  return { status: hasPaymentSource ? 200 : 201, body: remembered.isWhole ? resource : minimal(resource) };
};

const requestIdRequired = (): PayPalError =>
  invalidRequest({
    issue: 'PAYPAL_REQUEST_ID_REQUIRED',
    description:
      "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  });

/** `GET /v2/checkout/orders/{id}`. */
export const readOrder: PayPalEndpoint = (sandbox, { id }) => ({
  status: 200,
  body: fullOrder(sandbox, findOrder(sandbox, id)),
});

/** `POST /v2/checkout/orders/{id}/capture`. A call that starts a slow capture gets its response when the capture ends. */
export const captureOrderEndpoint: PayPalEndpoint = (sandbox, { id, remembered }) => {
  const order = findOrder(sandbox, id);
  if (startSlowCapture(sandbox, order, remembered)) return { runningOrderId: id };
  return { status: 201, body: captureResponse(sandbox, captureOrder(sandbox, order), remembered) };
};

function findOrder(sandbox: Sandbox, id: string): PayPalOrderRecord {
  const order = sandbox.store.paypalOrders.get(id);
  const isUnapproved = order?.status === 'CREATED' || order?.status === 'PAYER_ACTION_REQUIRED';
  const isExpired = isUnapproved && sandbox.clock.nowSeconds() - order.created >= orderLifetimeSeconds;
  if (!order || isExpired) throw unknownId();
  return order;
}

/** Throws unless the amount is positive and equals the sum of its breakdown, if it has one. */
function checkBreakdown({
  breakdown,
  ...amount
}: PayPalMoney & { breakdown?: Record<string, PayPalMoney> | undefined }): void {
  if (toMinor(amount) <= 0)
    throw unprocessable(
      'CANNOT_BE_ZERO_OR_NEGATIVE',
      'Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.',
    );
  if (breakdown === undefined) return;
  const discounts = new Set(['discount', 'shipping_discount']);
  const sum = Object.entries(breakdown).reduce(
    (total, [name, part]) => total + (discounts.has(name) ? -1 : 1) * toMinor(part),
    0,
  );
  if (sum !== toMinor(amount)) {
    throw unprocessable(
      'AMOUNT_MISMATCH',
      'Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.',
    );
  }
}

const refundSchema = z
  .strictObject({
    amount: moneySchema.optional(),
    custom_id: z.string().max(127).optional(),
    invoice_id: z.string().max(127).optional(),
    note_to_payer: z.string().max(255).optional(),
  })
  .nullish();

/** `GET /v2/payments/captures/{id}`. */
export const readCapture: PayPalEndpoint = (sandbox, { id }) => ({
  status: 200,
  body: captureToWire(findCapture(sandbox, id), sandbox.config.publicUrl),
});

/** `POST /v2/payments/captures/{id}/refund`. */
export const refundCaptureEndpoint: PayPalEndpoint = (sandbox, { id, body, remembered }) => {
  const parsed = parseInput(refundSchema, body);
  const capture = findCapture(sandbox, id);
  const refund = refundCapture(sandbox, capture, parsed?.amount, parsed?.note_to_payer ?? null);
  const resource = refundToWire(refund, sandbox.config.publicUrl);
  return { status: 201, body: remembered.isWhole ? resource : minimal(resource) };
};

/** `GET /v2/payments/refunds/{id}`. */
export const readRefund: PayPalEndpoint = (sandbox, { id }) => {
  const refund = sandbox.store.paypalRefunds.get(id);
  if (!refund) throw unknownId();
  return { status: 200, body: refundToWire(refund, sandbox.config.publicUrl) };
};

const unknownId = (): PayPalError =>
  noSuchResource('Specified resource ID does not exist. Please check the resource ID and try again.');

function findCapture(sandbox: Sandbox, id: string): PayPalCaptureRecord {
  const capture = sandbox.store.paypalCaptures.get(id);
  if (!capture) throw unknownId();
  return capture;
}
