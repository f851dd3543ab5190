import { z } from 'zod';
import { newPayPalId } from '../paypal/ids.ts';
import { toMinor } from '../paypal/money.ts';
import { noSuchResource, unprocessable } from '../paypal/paypal-error.ts';
import { addressesOf, orderLifetimeSeconds } from '../paypal-payments/approve-order.ts';
import { captureOrder } from '../paypal-payments/capture-order.ts';
import { orderToWire } from '../paypal-wire/order.ts';
import type { Sandbox } from '../sandbox.ts';
import type { PayPalMoney, PayPalOrderRecord } from '../state/paypal-records.ts';
import { refusalOf, type PayPalDeed } from './call.ts';

const moneySchema = z.strictObject({ currency_code: z.string().length(3), value: z.string().max(32) });

const address = z.url({ protocol: /^https?$/ }).optional();

/** What an order may be asked for. Names that are not listed are refused, so that a misspelled one is noticed. */
const orderSchema = z.strictObject({
  intent: z.literal('CAPTURE'),
  purchase_units: z
    .array(
      z.strictObject({
        reference_id: z.string().max(256).optional(),
        amount: z.strictObject({
          currency_code: z.string().length(3),
          value: z.string().max(32),
          breakdown: z.record(z.string(), moneySchema).optional(),
        }),
        description: z.string().max(127).optional(),
        custom_id: z.string().max(255).optional(),
        invoice_id: z.string().max(127).optional(),
        soft_descriptor: z.string().max(22).optional(),
        items: z.array(z.record(z.string(), z.unknown())).optional(),
      }),
    )
    .length(1),
  payment_source: z.looseObject({}).optional(),
  application_context: z.looseObject({ return_url: address, cancel_url: address }).optional(),
});

/** `POST /v2/checkout/orders`. */
export const createOrder: PayPalDeed = (sandbox, { body }) => {
  const parsed = orderSchema.safeParse(body);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw refusalOf(issue?.path ?? [], issue?.message ?? 'invalid');
  }
  const [unit] = parsed.data.purchase_units;
  if (!unit) throw refusalOf(['purchase_units'], 'missing');
  assertSums(unit.amount);
  const now = sandbox.clock.nowSeconds();
  const order: PayPalOrderRecord = {
    id: newPayPalId(),
    created: now,
    updated: now,
    status: 'CREATED',
    amount: { currency_code: unit.amount.currency_code, value: unit.amount.value },
    breakdown: unit.amount.breakdown ?? null,
    items: unit.items ?? [],
    referenceId: unit.reference_id ?? 'default',
    description: unit.description ?? null,
    customId: unit.custom_id ?? null,
    invoiceId: unit.invoice_id ?? null,
    returnUrl: parsed.data.application_context?.return_url ?? null,
    cancelUrl: parsed.data.application_context?.cancel_url ?? null,
    funding: null,
    captureId: null,
  };
  assertFreshInvoice(sandbox, order);
  sandbox.store.paypalOrders.put(order);
  return { status: 201, body: orderToWire(order, undefined, addressesOf(sandbox)) };
};

/** `GET /v2/checkout/orders/{id}`. */
export const readOrder: PayPalDeed = (sandbox, { id }) => ({
  status: 200,
  body: shown(sandbox, findOrder(sandbox, id)),
});

/** `POST /v2/checkout/orders/{id}/capture`. */
export const captureOrderDeed: PayPalDeed = (sandbox, { id }) => ({
  status: 201,
  body: shown(sandbox, captureOrder(sandbox, findOrder(sandbox, id))),
});

function findOrder(sandbox: Sandbox, id: string): PayPalOrderRecord {
  const order = sandbox.store.paypalOrders.get(id);
  const isGone = order?.status === 'CREATED' && sandbox.clock.nowSeconds() - order.created >= orderLifetimeSeconds;
  if (!order || isGone)
    throw noSuchResource('Specified resource ID does not exist. Please check the resource ID and try again.');
  return order;
}

const shown = (sandbox: Sandbox, order: PayPalOrderRecord) =>
  orderToWire(order, sandbox.store.paypalCaptures.get(order.captureId ?? ''), addressesOf(sandbox));

/** The parts of an amount, where they are named, must come to it. */
function assertSums({
  breakdown,
  ...amount
}: PayPalMoney & { breakdown?: Record<string, PayPalMoney> | undefined }): void {
  if (toMinor(amount) <= 0) throw unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', 'Must be greater than zero.');
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

/** A merchant's invoice number pays once. */
function assertFreshInvoice({ store }: Sandbox, order: PayPalOrderRecord): void {
  if (order.invoiceId === null) return;
  for (const other of store.paypalOrders.values()) {
    if (other.invoiceId === order.invoiceId && other.status === 'COMPLETED') {
      throw unprocessable('DUPLICATE_INVOICE_ID', 'Duplicate Invoice ID detected.');
    }
  }
}
