import { hash } from 'node:crypto';
import Stripe from 'stripe';
import type { MonthlyDonation } from '#server/ports/subscription-provider.ts';

/** Returns the prices of a monthly donation in exactly the amounts that the page showed, without a line for a fee of zero. */
export function monthlyPrices({ charge, ...charity }: Pick<MonthlyDonation, 'charge' | 'charityId' | 'charityName'>) {
  const price = (product: string, amountMinor: number) => ({
    currency: charge.total.currency.toLowerCase(),
    product,
    recurring: { interval: 'month' as const },
    unit_amount: amountMinor,
  });
  return [
    price(productOf(charity), charge.subtotal.amountMinor),
    ...(charge.serviceFee.amountMinor > 0 ? [price(feeProduct, charge.serviceFee.amountMinor)] : []),
  ];
}

/** The charity of a product, including older products, whose ids have no hash of the name; `undefined` for the fee's product. */
export function charityIdOf(product: string): number | undefined {
  const [, digits] = /^charity_(\d{1,9})(?:_[\da-f]{12})?$/.exec(product) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/**
 * Creates the products of a monthly donation that do not exist yet. A monthly price needs a product, and the product says which
 * charity a charge is for. We choose their ids, so two simultaneous calls create one product.
 */
export async function ensureProducts(
  stripe: Stripe,
  charity: Pick<MonthlyDonation, 'charityId' | 'charityName'>,
): Promise<void> {
  await ensureProduct(stripe, productOf(charity), `Donation to ${charity.charityName}`);
  await ensureProduct(stripe, feeProduct, 'Service fee (10%)');
}

/** Each name of a charity has its own product, because Stripe's page and invoices show the name that the donor agreed to. */
const productOf = ({ charityId, charityName }: Pick<MonthlyDonation, 'charityId' | 'charityName'>): string =>
  `charity_${charityId}_${hash('sha256', charityName, 'hex').slice(0, 12)}`;
const feeProduct = 'service_fee';

async function ensureProduct(stripe: Stripe, id: string, name: string): Promise<void> {
  if (existing.get(stripe)?.has(id)) return;
  try {
    await stripe.products.create({ id, name });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'resource_already_exists')
      throw error;
  }
  existing.set(stripe, (existing.get(stripe) ?? new Set()).add(id));
}

/** Products that this process knows to exist. */
const existing = new WeakMap<Stripe, Set<string>>();
