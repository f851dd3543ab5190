import type { Sandbox } from '../sandbox.ts';
import type { LineItemRecord } from '../state/records.ts';
import { newId } from '../stripe/ids.ts';
import type { CreateCheckoutSession } from '../stripe-parameters/checkout-session-parameters.ts';
import { invalidParameter, noSuch } from '../stripe/stripe-error.ts';

type LineItemInput = CreateCheckoutSession['line_items'][number];

/**
 * The lines of a new session. Throws a StripeError for a product that does not exist, and for a price that does not fit
 * the session's mode: one-time prices are paid once, monthly ones begin a subscription.
 */
export function readLineItems(sandbox: Sandbox, { mode, line_items: items }: CreateCheckoutSession): LineItemRecord[] {
  return items.map((item, index) => {
    const param = `line_items[${index}][price_data]`;
    const { unit_amount: unitAmountMinor, recurring } = item.price_data;
    refuseOtherRhythm(mode, recurring !== undefined, `${param}[recurring]`);
    const line = {
      id: newId.lineItem(),
      priceId: newId.price(),
      ...productOf(sandbox, item, param),
      unitAmountMinor,
      quantity: item.quantity,
      metadata: item.metadata ?? {},
    };
    return mode === 'subscription' ? { ...line, isMonthly: true } : line;
  });
}

function refuseOtherRhythm(mode: CreateCheckoutSession['mode'], isMonthly: boolean, param: string): void {
  if (isMonthly === (mode === 'subscription')) return;
  const message = isMonthly
    ? 'You specified `payment` mode but passed a recurring price. Use `subscription` mode or one-time prices alone.'
    : 'You must provide recurring prices in `subscription` mode.';
  throw invalidParameter(param, 'parameter_invalid', message);
}

function productOf(
  sandbox: Sandbox,
  { price_data: { product, product_data: data, recurring } }: LineItemInput,
  param: string,
): Pick<LineItemRecord, 'productId' | 'name' | 'description'> {
  if (product !== undefined && data === undefined) {
    const { id, name, description } = existingProduct(sandbox, product, `${param}[product]`);
    return { productId: id, name, description };
  }
  if (data !== undefined && product === undefined && recurring === undefined) {
    return { productId: newId.product(), name: data.name, description: data.description ?? null };
  }
  const message =
    recurring === undefined
      ? 'You must provide exactly one of product and product_data.'
      : 'Here a monthly price needs a product that exists: create it first.';
  throw invalidParameter(param, 'parameter_invalid', message);
}

/** A product that prices can be made for. Throws a StripeError when there is none under this id. */
export function existingProduct({ store }: Sandbox, id: string, param: string) {
  const product = store.products.get(id);
  if (product === undefined) throw noSuch('product', id, param, 400);
  return product;
}
