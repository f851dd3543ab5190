import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkoutSentences } from '#contract/checkout.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { checkoutBody, customCheckoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { countRows, noRows } from '#test/support/app/row-counts.ts';

const coffee = { id: 1, name: 'Coffee', price: 3.5, mealsProvided: 3, quantity: 1 };
const smallest = checkoutBody();

/** The body for one coffee with any part of the donation replaced, even by values that the contract rejects. */
const withDonation = (changes: Record<string, unknown>) => ({
  ...smallest,
  donationData: { ...smallest.donationData, ...changes },
});
const withItem = (changes: Record<string, unknown>) => withDonation({ stackedSnacks: [{ ...coffee, ...changes }] });
const withRequest = (changes: Record<string, unknown>) => ({ ...smallest, ...changes });
const customAmount = (amount: unknown, total = 524) => {
  const body = customCheckoutBody(3.5);
  return { ...body, amount: total, donationData: { ...body.donationData, amount } };
};

const { charityMissing, charityUnknown, amountInvalid, quantityInvalid, currencyInvalid, pricesChanged } =
  checkoutSentences;

type Case = readonly [what: string, body: unknown, code: string, sentence: string, status: number];

const charities: Case[] = [
  ['no charity', withDonation({ charityId: undefined }), 'invalid_request', charityMissing, 400],
  ['a charity that is null', withDonation({ charityId: null }), 'invalid_request', charityMissing, 400],
  ['a charity as a string', withDonation({ charityId: '6' }), 'invalid_request', charityMissing, 400],
  ['a fractional charity id', withDonation({ charityId: 6.5 }), 'invalid_request', charityMissing, 400],
  ['an unknown charity', withDonation({ charityId: 4 }), 'invalid_charity', charityUnknown, 400],
  ['charity zero', withDonation({ charityId: 0 }), 'invalid_charity', charityUnknown, 400],
  ['a negative charity', withDonation({ charityId: -6 }), 'invalid_charity', charityUnknown, 400],
  [
    'a charity id too large for its column',
    withDonation({ charityId: 2 ** 53 - 1 }),
    'invalid_charity',
    charityUnknown,
    400,
  ],
];

const snacks: Case[] = [
  ['an unknown snack', withItem({ id: 99 }), 'invalid_amount', amountInvalid, 400],
  ['a snack as a string', withItem({ id: '1' }), 'invalid_request', amountInvalid, 400],
  [
    'no snack and no custom amount',
    withDonation({ snackId: null, stackedSnacks: [] }),
    'invalid_amount',
    amountInvalid,
    400,
  ],
  ['a snackId that is not in the stack', withDonation({ snackId: 2 }), 'invalid_amount', amountInvalid, 400],
  ['a custom amount together with a stack', withDonation({ customAmount: true }), 'invalid_amount', amountInvalid, 400],
  [
    '51 items',
    withDonation({ stackedSnacks: Array.from({ length: 51 }, () => coffee) }),
    'invalid_request',
    amountInvalid,
    400,
  ],
  [
    '101 of a snack, in two items',
    withDonation({ stackedSnacks: [{ ...coffee, quantity: 100 }, coffee] }),
    'invalid_amount',
    amountInvalid,
    400,
  ],
  ...[0, -1, 0.5, 101, 1e9, 1e308, '1', '1e1', 'NaN', null, true, [1]].map((quantity): Case => [
    `a quantity of ${JSON.stringify(quantity)}`,
    withItem({ quantity }),
    'invalid_request',
    quantityInvalid,
    400,
  ]),
];

const amounts: Case[] = [
  ...[0, -1, -3.5, 0.5, 0.99, 10_000.01, 1e308, -1e308, 3.505, 1e-7].map((amount): Case => [
    `a custom amount of ${amount}`,
    customAmount(amount),
    'invalid_amount',
    amountInvalid,
    400,
  ]),
  ...['3.50', 'NaN', 'Infinity', '0x10', null, true, {}, [3.5]].map((amount): Case => [
    `a custom amount of ${JSON.stringify(amount)}`,
    customAmount(amount),
    'invalid_request',
    amountInvalid,
    400,
  ]),
  ['a snack with an amount of zero', withDonation({ amount: 0 }), 'invalid_amount', amountInvalid, 400],
  ['a snack with a negative amount', withDonation({ amount: -3.5 }), 'invalid_amount', amountInvalid, 400],
  ['a total of zero', withRequest({ amount: 0 }), 'invalid_amount', amountInvalid, 400],
  ['a negative total', withRequest({ amount: -524 }), 'invalid_amount', amountInvalid, 400],
  ['a total with fractions of a cent', withRequest({ amount: 523.5 }), 'invalid_request', amountInvalid, 400],
  ['a total as a string', withRequest({ amount: '524' }), 'invalid_request', amountInvalid, 400],
  ['a total too large for an integer', withRequest({ amount: 1e308 }), 'invalid_request', amountInvalid, 400],
];

const figures: Case[] = [
  ...[522, 526, 1, 100_000_000].map((amount): Case => [
    `a total of ${amount} instead of 524`,
    withRequest({ amount }),
    'prices_changed',
    pricesChanged,
    409,
  ]),
  ['an amount that is two cents off', withDonation({ amount: 3.52 }), 'prices_changed', pricesChanged, 409],
  ['an amount with fractions of a cent', withDonation({ amount: 3.505 }), 'prices_changed', pricesChanged, 409],
  ['an amount of 1e308 with a stack', withDonation({ amount: 1e308 }), 'prices_changed', pricesChanged, 409],
  ['a wrong price for a snack', withItem({ price: 0.01 }), 'prices_changed', pricesChanged, 409],
  ['a negative price for a snack', withItem({ price: -3.5 }), 'prices_changed', pricesChanged, 409],
  ['a wrong number of meals for a snack', withItem({ mealsProvided: 4 }), 'prices_changed', pricesChanged, 409],
  [
    'a wrong number of meals for the donation',
    withDonation({ mealsProvided: 4 }),
    'prices_changed',
    pricesChanged,
    409,
  ],
  ['a wrong fee', withDonation({ serviceFee: 0.38 }), 'prices_changed', pricesChanged, 409],
  ['a fee of zero', withDonation({ serviceFee: 0 }), 'prices_changed', pricesChanged, 409],
  ['two of a snack at the price of one', withItem({ quantity: 2 }), 'prices_changed', pricesChanged, 409],
];

const currencies: Case[] = ['usd', 'eur', '', 'cad ', 'kad', 'ca\u0064\u0301'].map((currency): Case => [
  `the currency ${JSON.stringify(currency)}`,
  withRequest({ currency }),
  'invalid_request',
  currencyInvalid,
  400,
]);

const monthly: Case[] = [
  [
    'a monthly donation without an account',
    withDonation({ recurring: true }),
    'sign_in_required',
    checkoutSentences.signInForMonthly,
    401,
  ],
];

forEachDatabase((engine) => {
  describe('a checkout', () => {
    const cards = stubCards();
    let app: TestApp;

    beforeAll(async () => {
      app = await startApp(engine, { cards });
    });
    afterAll(() => app.close());
    beforeEach(() => void (cards.opened.length = 0));

    test.each([...charities, ...snacks, ...amounts, ...figures, ...currencies, ...monthly])(
      'with %s is refused with one sentence; nothing is written, and the provider is not called',
      async (_what, body, code, sentence, status) => {
        const response = await postCheckout(app, body);
        expect({ status: response.statusCode, body: response.json() }).toEqual({
          status,
          body: refusal(code, sentence),
        });
        expect(await countRows(app.deps.db.read)).toEqual(noRows);
        expect(cards.opened).toEqual([]);
      },
    );
  });
});
