import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DonationData } from '#contract/checkout.ts';
import { customBasket, subtotalOf, type Basket } from '#domain/donation/basket.ts';
import { checkAmount } from '#domain/donation/pricing.ts';
import { specRates } from '#domain/money/exchange.ts';
import { fromDecimal, money } from '#domain/money/money.ts';
import { paypalCheckoutLink, toDonationData, type CompleteDraft } from '#web/donate/index.ts';
import { priceRequest, readRequestedDonation } from './requested-donation.ts';

const snack = (id: number, name: string, cents: number, meals: number) => ({
  id,
  name,
  price: money(cents, 'USD'),
  meals,
});
const catalogue = {
  snacks: [snack(1, 'Coffee', 350, 3), snack(2, 'Chips', 249, 2), snack(3, 'Fresh Figs', 99, 1)],
  charities: [
    { id: 5, name: 'World Pantry' },
    { id: 6, name: 'Maple & Oak Pantry' },
    { id: 7, name: 'Twin Pantry' },
    { id: 8, name: 'Twin Pantry' },
  ],
  rates: specRates,
};

const stacks = fc
  .uniqueArray(fc.record({ item: fc.constantFrom(...catalogue.snacks), quantity: fc.integer({ min: 1, max: 100 }) }), {
    minLength: 1,
    selector: ({ item }) => item.id,
  })
  .map((list): Basket => ({ kind: 'stack', items: list.map(({ item, quantity }) => ({ ...item, quantity })) }));
const customs = fc
  .tuple(fc.integer({ min: 1, max: 1_600_000_000 }), fc.constantFrom('USD', 'USD', 'CAD', 'JPY', 'NGN'))
  .map(([minor, currency]): Basket => customBasket(money(minor, currency)))
  .filter((basket) => checkAmount(subtotalOf(basket, specRates)) === 'ok');
const drafts = fc.record<CompleteDraft>({
  basket: fc.oneof(stacks, customs),
  charity: fc.constantFrom(...catalogue.charities),
  frequency: fc.constant('once' as const),
});

/** Returns the donation that the page reads from `data`. */
function read(data: unknown): CompleteDraft | undefined {
  const requested = readRequestedDonation(typeof data === 'string' ? data : JSON.stringify(data));
  return requested && priceRequest(requested, catalogue)?.draft;
}

const coffee: DonationData = toDonationData(
  {
    basket: { kind: 'stack', items: [{ ...catalogue.snacks[0]!, quantity: 2 }] },
    charity: catalogue.charities[0]!,
    frequency: 'once',
  },
  specRates,
);
const custom = { amount: 12.5, charityName: 'World Pantry', mealsProvided: 12, serviceFee: 1.25 };

describe('the link to the PayPal page', () => {
  test('is read back as the same donation', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const { pathname, searchParams } = new URL(paypalCheckoutLink(draft, specRates), 'https://product.example');
        expect(pathname).toBe('/paypal-checkout');
        expect(read(searchParams.get('data'))).toEqual(draft);
      }),
    );
  });

  test('carries the four fields of the spec', () => {
    fc.assert(
      fc.property(drafts, (draft) => {
        const data: unknown = JSON.parse(
          new URLSearchParams(paypalCheckoutLink(draft, specRates).split('?')[1]).get('data') ?? '',
        );
        expect(data).toMatchObject({
          amount: expect.any(Number),
          charityName: draft.charity.name,
          mealsProvided: expect.any(Number),
          serviceFee: expect.any(Number),
        });
      }),
    );
  });

  test('is rejected if any of its figures is changed', () => {
    const figures = [
      'amount',
      'mealsProvided',
      'serviceFee',
      'charityId',
      'snackId',
      'price',
      'meals',
      'quantity',
    ] as const;
    const changes = fc.oneof(
      fc.integer({ min: -500, max: 500 }).map((cents) => cents / 100),
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
    );
    fc.assert(
      fc.property(drafts, fc.constantFrom(...figures), changes, (draft, figure, change) => {
        const data = toDonationData(draft, specRates);
        const changed = withChange(data, figure, change);
        fc.pre(changed !== undefined && !isSameData(changed, data));
        fc.pre(!isAnotherDonation(draft, changed));
        expect(read(changed)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the four fields of the spec alone', () => {
  test('are a custom amount for the only charity with that name', () => {
    expect(read(custom)).toEqual({
      basket: customBasket(money(1250, 'USD')),
      charity: catalogue.charities[0],
      frequency: 'once',
    });
  });

  test('can omit the fee, which is then computed', () => {
    const { serviceFee: _, ...without } = custom;
    expect(read(without)).toEqual(read(custom));
  });

  test.each([
    ['an unknown charity', { charityName: 'Unknown Pantry' }],
    ['a name in another case', { charityName: 'world pantry' }],
    ['a name shared by two charities', { charityName: 'Twin Pantry' }],
    ['meals that are not the floor of the amount', { mealsProvided: 13 }],
    ['a wrong fee', { serviceFee: 1.24 }],
    ['a fee of zero', { serviceFee: 0 }],
    ['less than a dollar', { amount: 0.99, mealsProvided: 0, serviceFee: 0.1 }],
    ['more than ten thousand dollars', { amount: 10_000.01, mealsProvided: 10_000, serviceFee: 1000 }],
    ['fractions of a cent', { amount: 12.505, serviceFee: 1.25 }],
    ['a negative amount', { amount: -12.5, mealsProvided: -13, serviceFee: -1.25 }],
    ['an infinite amount', { amount: '1e999' }],
    ['a monthly donation', { recurring: true }],
    ['a customAmount of false', { customAmount: false }],
  ])('are rejected with %s', (_, change) => {
    expect(read({ ...custom, ...change })).toBeUndefined();
  });
});

describe('the checkout fields', () => {
  test('identify the charity by its id, not its name', () => {
    expect(read({ ...custom, charityId: 7, charityName: 'Twin' })?.charity).toEqual({ id: 7, name: 'Twin Pantry' });
  });

  test('can name one snack by its id alone', () => {
    const data = { amount: 2.49, charityName: 'World Pantry', mealsProvided: 2, snackId: 2 };
    expect(read(data)?.basket).toEqual({ kind: 'stack', items: [{ ...catalogue.snacks[1]!, quantity: 1 }] });
  });

  test('can have any snack names and unknown fields', () => {
    const stackedSnacks = coffee.stackedSnacks?.map(({ name, ...item }) => ({
      ...item,
      name: `${name} to go`,
      color: 'brown',
    }));
    expect(read({ ...coffee, snackName: 'Tea', stackedSnacks, note: '<b>' })).toEqual(read(coffee));
  });

  test.each([
    ['an unknown snack', { stackedSnacks: [{ id: 9, price: 3.5, quantity: 2 }] }],
    ['the same snack twice', { stackedSnacks: [1, 1].map((id) => ({ id, price: 3.5, quantity: 1 })) }],
    ['the id of another snack', { snackId: 2 }],
    ['a custom amount together with snacks', { customAmount: true }],
    ['half a snack', { stackedSnacks: [{ id: 1, price: 3.5, quantity: 0.5 }] }],
    ['a quantity of zero', { stackedSnacks: [{ id: 1, price: 3.5, quantity: 0 }] }],
    ['an amount as text', { amount: '7' }],
    ['an unknown charity id', { charityId: 99 }],
  ])('are rejected with %s', (_, change) => {
    expect(read({ ...coffee, ...change })).toBeUndefined();
  });
});

describe('a link with former prices', () => {
  const formerCoffee = { ...catalogue.snacks[0]!, price: money(300, 'USD'), meals: 2 };
  const former: CompleteDraft = {
    basket: { kind: 'stack', items: [{ ...formerCoffee, quantity: 2 }] },
    charity: catalogue.charities[0]!,
    frequency: 'once',
  };

  test('is priced from the catalogue, and its own prices are kept for comparison', () => {
    const requested = readRequestedDonation(JSON.stringify(toDonationData(former, specRates)));
    expect(requested && priceRequest(requested, catalogue)).toEqual({
      draft: { ...former, basket: { kind: 'stack', items: [{ ...catalogue.snacks[0]!, quantity: 2 }] } },
      statedBasket: former.basket,
    });
  });

  test('is rejected when its prices do not add up', () => {
    expect(read({ ...toDonationData(former, specRates), amount: 7 })).toBeUndefined();
  });

  test('keeps a custom amount as typed when its rate has changed', () => {
    const rates = { ...specRates, unitsPerDollar: { ...specRates.unitsPerDollar, CAD: '1.5' } };
    const draft: CompleteDraft = { ...former, basket: customBasket(money(20_00, 'CAD')) };
    expect(read(toDonationData(draft, rates))).toEqual(draft);
  });
});

test.each([null, '', 'null', '[]', '7', '"text"', '{}', '{', '%7B%7D', 'undefined', '{"amount":1}', '<script>'])(
  '%s is not read as a donation',
  (data) => {
    expect(readRequestedDonation(data)).toBeUndefined();
  },
);

test('random text is never read as a donation', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(read(text)).toBeUndefined();
    }),
  );
});

type Figure = 'amount' | 'mealsProvided' | 'serviceFee' | 'charityId' | 'snackId' | 'price' | 'meals' | 'quantity';

/** Changes one figure of the data. Returns `undefined` if this donation has no such figure. */
function withChange(data: DonationData, figure: Figure, change: number): DonationData | undefined {
  if (figure === 'price' || figure === 'meals' || figure === 'quantity') {
    const [first, ...others] = data.stackedSnacks ?? [];
    const field = figure === 'meals' ? 'mealsProvided' : figure;
    return first && { ...data, stackedSnacks: [{ ...first, [field]: (first[field] ?? 0) + change }, ...others] };
  }
  const figureBefore = data[figure];
  return typeof figureBefore === 'number' ? { ...data, [figure]: figureBefore + change } : undefined;
}

/**
 * Returns true if the changed data is another valid donation: to another listed charity, or of a custom amount a few cents away
 * with the same meals and fee.
 */
function isAnotherDonation(draft: CompleteDraft, data: DonationData | undefined): boolean {
  const charity = catalogue.charities.find(({ id }) => id === data?.charityId);
  const amount = fromDecimal(data?.amount ?? 0, 'USD');
  if (!data || !charity || !amount) return false;
  const basket = draft.basket.kind === 'custom' ? customBasket(amount) : draft.basket;
  const { mealsProvided, serviceFee } = toDonationData({ ...draft, basket, charity }, specRates);
  const other = toDonationData({ ...draft, charity }, specRates);
  return isSameData({ ...other, amount: data.amount, mealsProvided, serviceFee, charityName: data.charityName }, data);
}

/** Returns true if both are the same apart from floating-point rounding. */
const isSameData = (left: DonationData, right: DonationData): boolean => rounded(left) === rounded(right);

const rounded = (data: DonationData): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === 'number' ? value.toFixed(7) : value));
