import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { priceIn } from '#domain/donation/pricing.ts';
import { customBasket } from '#domain/donation/basket.ts';
import { specRates } from '#domain/money/exchange.ts';
import { money } from '#domain/money/money.ts';
import { charityIdOf, ensureProducts, monthlyPrices } from './products.ts';

const charge = priceIn(customBasket(money(1000, 'USD')), 'CAD', specRates);

/** Creates a Stripe client that can only create products, and the list of these products. */
function productMaker() {
  const made: Stripe.ProductCreateParams[] = [];
  const stripe = { products: { create: async (product: Stripe.ProductCreateParams) => made.push(product) } };
  return { made, stripe: stripe as unknown as Stripe };
}

test('a renamed charity has a product for each of its names, and both belong to the charity', async () => {
  const { made, stripe } = productMaker();
  const [before, after] = ['Food banks across Canada', 'Canadian food banks'].map((charityName) => ({
    charityId: 6,
    charityName,
  }));
  await ensureProducts(stripe, before!);
  await ensureProducts(stripe, after!);
  await ensureProducts(stripe, after!);
  expect(made.map(({ name }) => name)).toEqual([
    'Donation to Food banks across Canada',
    'Service fee (10%)',
    'Donation to Canadian food banks',
  ]);
  expect(made.map(({ id }) => charityIdOf(id ?? ''))).toEqual([6, undefined, 6]);
  expect(monthlyPrices({ charge, ...after! }).map(({ product }) => product)).toEqual([made[2]?.id, made[1]?.id]);
});

test.each(['charity_', 'charity_6_', 'charity_6_0123', 'charity_6_0123456789ab0', 'service_fee', 'charity_x'])(
  'the product %s belongs to no charity',
  (product) => {
    expect(charityIdOf(product)).toBeUndefined();
  },
);
