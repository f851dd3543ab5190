import Stripe from 'stripe';
import type { MonthlyDonation } from '#server/ports/subscription-provider.ts';

/** The prices of a monthly donation in exactly the amounts that the page showed, without a line for a fee of zero. */
export function monthlyPrices({ charge, charityId }: Pick<MonthlyDonation, 'charge' | 'charityId'>) {
  const price = (product: string, amountMinor: number) => ({
    currency: charge.total.currency.toLowerCase(),
    product,
    recurring: { interval: 'month' as const },
    unit_amount: amountMinor,
  });
  return [
    price(productOfCharity(charityId), charge.subtotal.amountMinor),
    ...(charge.serviceFee.amountMinor > 0 ? [price(feeProduct, charge.serviceFee.amountMinor)] : []),
  ];
}

/** The charity of a product; `undefined` for the fee's product. */
export function charityIdOf(product: string): number | undefined {
  const digits = product.startsWith(prefix) ? product.slice(prefix.length) : '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

/**
 * Creates the products of a monthly donation that do not exist yet: a monthly price needs one, and it says which charity a
 * charge is for. We choose their ids, so two simultaneous calls create one product.
 */
export async function ensureProducts(
  stripe: Stripe,
  charity: { readonly id: number; readonly name: string },
): Promise<void> {
  await ensureProduct(stripe, productOfCharity(charity.id), `Donation to ${charity.name}`);
  await ensureProduct(stripe, feeProduct, 'Service fee (10%)');
}

const prefix = 'charity_';
const productOfCharity = (charityId: number): string => `${prefix}${charityId}`;
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
