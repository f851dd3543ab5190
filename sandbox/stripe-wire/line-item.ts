import type { CheckoutSessionRecord, LineItemRecord } from '../state/records.ts';
import { wholeList } from './api-list.ts';

/** A line of a session as the API shows it, its price made for this one purchase. */
export function lineItemToWire(session: CheckoutSessionRecord, item: LineItemRecord) {
  const amount = item.unitAmountMinor * item.quantity;
  return {
    id: item.id,
    object: 'item' as const,
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: session.currency,
    description: item.name,
    metadata: item.metadata,
    price: {
      id: item.priceId,
      object: 'price' as const,
      active: false,
      billing_scheme: 'per_unit' as const,
      created: session.created,
      currency: session.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: item.productId,
      recurring: null,
      tax_behavior: 'unspecified' as const,
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time' as const,
      unit_amount: item.unitAmountMinor,
      unit_amount_decimal: String(item.unitAmountMinor),
    },
    quantity: item.quantity,
  };
}

/** All lines of a session as a list. */
export function lineItemsToWire(session: CheckoutSessionRecord) {
  return wholeList(
    session.lineItems.map((item) => lineItemToWire(session, item)),
    `/v1/checkout/sessions/${session.id}/line_items`,
  );
}
