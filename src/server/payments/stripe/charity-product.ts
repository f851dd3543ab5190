import Stripe from 'stripe';

const prefix = 'charity_';

/** The fee's product, the same for all. */
export const feeProduct = 'service_fee';

/** Stripe's product for a charity: monthly prices need one that stands already, and a charge tells by it whom it was for. */
export const charityProduct = (charityId: number): string => `${prefix}${charityId}`;

/** The charity that a product stands for; `undefined` for the fee's. */
export function charityIdOf(product: string): number | undefined {
  const digits = product.startsWith(prefix) ? product.slice(prefix.length) : '';
  return /^\d{1,9}$/.test(digits) ? Number(digits) : undefined;
}

/** Makes the products of a monthly gift, where they do not stand yet. Their ids are ours, so two makers at once make one. */
export async function ensureProducts(
  stripe: Stripe,
  charity: { readonly id: number; readonly name: string },
): Promise<void> {
  await ensureProduct(stripe, charityProduct(charity.id), `Donation to ${charity.name}`);
  await ensureProduct(stripe, feeProduct, 'Service fee (10%)');
}

async function ensureProduct(stripe: Stripe, id: string, name: string): Promise<void> {
  if (known.get(stripe)?.has(id)) return;
  try {
    await stripe.products.create({ id, name });
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeInvalidRequestError) || error.code !== 'resource_already_exists')
      throw error;
  }
  known.set(stripe, (known.get(stripe) ?? new Set()).add(id));
}

/** Products that this process has seen standing. */
const known = new WeakMap<Stripe, Set<string>>();
