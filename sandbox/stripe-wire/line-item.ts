import type { CheckoutSessionRecord, LineItemRecord } from '../state/records.ts';
import { wholeList } from './api-list.ts';
import { priceToWire } from './price.ts';

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
    price: priceToWire(item, session.currency, session.created),
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
