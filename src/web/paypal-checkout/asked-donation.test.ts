import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { DonationData } from '#contract/checkout.ts';
import { customBasket, type Basket } from '#domain/donation/basket.ts';
import { giftMax, giftMin } from '#domain/donation/pricing.ts';
import { fromDecimal, money } from '#domain/money/money.ts';
import { paypalCheckoutLink, toDonationData, type Gift } from '#web/donate/index.ts';
import { findGift, readAskedDonation } from './asked-donation.ts';

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
};

const stacks = fc
  .uniqueArray(fc.record({ item: fc.constantFrom(...catalogue.snacks), quantity: fc.integer({ min: 1, max: 100 }) }), {
    minLength: 1,
    selector: ({ item }) => item.id,
  })
  .map((list): Basket => ({ kind: 'stack', items: list.map(({ item, quantity }) => ({ ...item, quantity })) }));
const customs = fc
  .integer({ min: giftMin.amountMinor, max: giftMax.amountMinor })
  .map((cents): Basket => customBasket(money(cents, 'USD')));
const gifts = fc.record<Gift>({
  basket: fc.oneof(stacks, customs),
  charity: fc.constantFrom(...catalogue.charities),
  frequency: fc.constant('once' as const),
});

/** The page's reading of whatever stands in `data`. */
function read(data: unknown): Gift | undefined {
  const asked = readAskedDonation(typeof data === 'string' ? data : JSON.stringify(data));
  return asked && findGift(asked, catalogue);
}

const coffee: DonationData = toDonationData({
  basket: { kind: 'stack', items: [{ ...catalogue.snacks[0]!, quantity: 2 }] },
  charity: catalogue.charities[0]!,
  frequency: 'once',
});
const own = { amount: 12.5, charityName: 'World Pantry', mealsProvided: 12, serviceFee: 1.25 };

describe('the link of the button', () => {
  test('is read back as the very gift that was on the card', () => {
    fc.assert(
      fc.property(gifts, (gift) => {
        const { pathname, searchParams } = new URL(paypalCheckoutLink(gift), 'https://product.example');
        expect(pathname).toBe('/paypal-checkout');
        expect(read(searchParams.get('data'))).toEqual(gift);
      }),
    );
  });

  test('carries the four fields of the spec', () => {
    fc.assert(
      fc.property(gifts, (gift) => {
        const data: unknown = JSON.parse(new URLSearchParams(paypalCheckoutLink(gift).split('?')[1]).get('data') ?? '');
        expect(data).toMatchObject({
          amount: expect.any(Number),
          charityName: gift.charity.name,
          mealsProvided: expect.any(Number),
          serviceFee: expect.any(Number),
        });
      }),
    );
  });

  test('leads home once any of its figures is changed', () => {
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
      fc.property(gifts, fc.constantFrom(...figures), changes, (gift, figure, change) => {
        const data = toDonationData(gift);
        const changed = withChange(data, figure, change);
        fc.pre(changed !== undefined && !isSameData(changed, data));
        fc.pre(!isAnotherGift(gift, changed));
        expect(read(changed)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the four fields of the spec alone', () => {
  test('are an own amount for the one charity of that name', () => {
    expect(read(own)).toEqual({
      basket: customBasket(money(1250, 'USD')),
      charity: catalogue.charities[0],
      frequency: 'once',
    });
  });

  test('do without the fee, which is reckoned', () => {
    const { serviceFee: _, ...without } = own;
    expect(read(without)).toEqual(read(own));
  });

  test.each([
    ['a charity that is not there', { charityName: 'Nobody' }],
    ['a name in another case', { charityName: 'world pantry' }],
    ['a name that two charities have', { charityName: 'Twin Pantry' }],
    ['meals that are not the floor of the amount', { mealsProvided: 13 }],
    ['another fee', { serviceFee: 1.24 }],
    ['a fee of nothing', { serviceFee: 0 }],
    ['less than a dollar', { amount: 0.99, mealsProvided: 0, serviceFee: 0.1 }],
    ['more than ten thousand', { amount: 10_000.01, mealsProvided: 10_000, serviceFee: 1000 }],
    ['parts of a cent', { amount: 12.505, serviceFee: 1.25 }],
    ['less than nothing', { amount: -12.5, mealsProvided: -13, serviceFee: -1.25 }],
    ['an endless amount', { amount: '1e999' }],
    ['every month', { recurring: true }],
    ['a flag that says otherwise', { customAmount: false }],
  ])('lead home with %s', (_, change) => {
    expect(read({ ...own, ...change })).toBeUndefined();
  });
});

describe('with fields of the checkout', () => {
  test('the id of the charity decides, not its name', () => {
    expect(read({ ...own, charityId: 7, charityName: 'Twin' })?.charity).toEqual({ id: 7, name: 'Twin Pantry' });
  });

  test('one snack is named by its id alone', () => {
    const data = { amount: 2.49, charityName: 'World Pantry', mealsProvided: 2, snackId: 2 };
    expect(read(data)?.basket).toEqual({ kind: 'stack', items: [{ ...catalogue.snacks[1]!, quantity: 1 }] });
  });

  test('names of snacks are display text, and unknown fields are nothing', () => {
    const stackedSnacks = coffee.stackedSnacks?.map(({ name, ...item }) => ({
      ...item,
      name: `${name} to go`,
      colour: 'brown',
    }));
    expect(read({ ...coffee, snackName: 'Tea', stackedSnacks, note: '<b>' })).toEqual(read(coffee));
  });

  test.each([
    ['a snack that is not there', { stackedSnacks: [{ id: 9, price: 3.5, quantity: 2 }] }],
    ['a snack twice', { stackedSnacks: [1, 1].map((id) => ({ id, price: 3.5, quantity: 1 })) }],
    ['the id of another snack', { snackId: 2 }],
    ['an own amount beside snacks', { customAmount: true }],
    ['half a snack', { stackedSnacks: [{ id: 1, price: 3.5, quantity: 0.5 }] }],
    ['no snack of a kind', { stackedSnacks: [{ id: 1, price: 3.5, quantity: 0 }] }],
    ['text for a figure', { amount: '7' }],
    ['no charity by its id', { charityId: 99 }],
  ])('lead home with %s', (_, change) => {
    expect(read({ ...coffee, ...change })).toBeUndefined();
  });
});

test.each([null, '', 'null', '[]', '7', '"text"', '{}', '{', '%7B%7D', 'undefined', '{"amount":1}', '<script>'])(
  'no donation at all leads home: %s',
  (data) => {
    expect(readAskedDonation(data)).toBeUndefined();
  },
);

test('no text whatever makes the page fail', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      expect(read(text)).toBeUndefined();
    }),
  );
});

type Figure = 'amount' | 'mealsProvided' | 'serviceFee' | 'charityId' | 'snackId' | 'price' | 'meals' | 'quantity';

/** The data with one figure changed; `undefined` when this gift has no such figure. */
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
 * Whether the change made another gift that fits together: for another charity of the list, or an own amount a few cents
 * away that comes to the same meals and fee.
 */
function isAnotherGift(gift: Gift, data: DonationData | undefined): boolean {
  const charity = catalogue.charities.find(({ id }) => id === data?.charityId);
  const amount = fromDecimal(data?.amount ?? 0, 'USD');
  if (!data || !charity || !amount) return false;
  const basket = gift.basket.kind === 'custom' ? customBasket(amount) : gift.basket;
  return isSameData({ ...toDonationData({ ...gift, basket, charity }), charityName: gift.charity.name }, data);
}

/** Dust of binary fractions is no change. */
const isSameData = (left: DonationData, right: DonationData): boolean => readable(left) === readable(right);

const readable = (data: DonationData): string =>
  JSON.stringify(data, (_, value: unknown) => (typeof value === 'number' ? value.toFixed(7) : value));
