import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { specRates } from '#domain/money/exchange.ts';
import { money, type Money } from '#domain/money/money.ts';
import {
  addSnack,
  changeQuantity,
  countSnacks,
  customBasket,
  emptyBasket,
  labelOf,
  mealsOf,
  quantityMax,
  removeSnack,
  subtotalOf,
  type Basket,
  type Snack,
} from './basket.ts';

const dollars = (cents: number): Money => money(cents, 'USD');
const coffee: Snack = { id: 1, name: 'Coffee', price: dollars(350), meals: 3 };
const chips: Snack = { id: 2, name: 'Chips', price: dollars(225), meals: 2 };
const salad: Snack = { id: 3, name: 'Salad', price: dollars(899), meals: 8 };
const menu = [coffee, chips, salad] as const;

const stack = (...items: readonly (readonly [Snack, number])[]): Basket => ({
  kind: 'stack',
  items: items.map(([snack, quantity]) => ({ ...snack, quantity })),
});

const anyStack = fc
  .array(fc.integer({ min: 0, max: quantityMax - 1 }), { minLength: menu.length, maxLength: menu.length })
  .map((quantities): Basket => {
    const items = menu
      .map((snack, index) => ({ ...snack, quantity: quantities[index] ?? 0 }))
      .filter((item) => item.quantity > 0);
    return items.length > 0 ? { kind: 'stack', items } : emptyBasket;
  });
const anySnack = fc.constantFrom(...menu);

describe('adding a snack', () => {
  test.each<[string, Basket, Snack, Basket]>([
    ['starts a stack', emptyBasket, coffee, stack([coffee, 1])],
    ['adds one more of the same snack', stack([coffee, 1]), coffee, stack([coffee, 2])],
    ['puts another snack at the end', stack([coffee, 2]), chips, stack([coffee, 2], [chips, 1])],
    ['keeps the order of the stack', stack([coffee, 2], [chips, 1]), coffee, stack([coffee, 3], [chips, 1])],
    ['replaces a custom amount', customBasket(dollars(500)), coffee, stack([coffee, 1])],
    ['reaches the maximum', stack([coffee, 99]), coffee, stack([coffee, 100])],
    ['keeps the maximum', stack([coffee, 100]), coffee, stack([coffee, 100])],
  ])('%s', (_fact, basket, snack, expected) => {
    expect(addSnack(basket, snack)).toStrictEqual(expected);
  });

  test('does not change the given basket', () => {
    const before = stack([coffee, 1]);
    addSnack(before, coffee);
    addSnack(before, chips);
    changeQuantity(before, coffee.id, -1);
    removeSnack(before, coffee.id);
    expect(before).toStrictEqual(stack([coffee, 1]));
  });
});

describe('changing a quantity', () => {
  test.each<[string, Basket, number, 1 | -1, Basket]>([
    ['adds one', stack([coffee, 1]), 1, 1, stack([coffee, 2])],
    ['removes one', stack([coffee, 2], [chips, 1]), 1, -1, stack([coffee, 1], [chips, 1])],
    ['removes a snack at zero', stack([coffee, 1], [chips, 1]), 1, -1, stack([chips, 1])],
    ['empties the basket after the last snack', stack([coffee, 1]), 1, -1, emptyBasket],
    ['keeps the maximum', stack([coffee, 100]), 1, 1, stack([coffee, 100])],
    ['ignores a snack that is not in the basket', stack([coffee, 1]), 9, 1, stack([coffee, 1])],
    ['ignores an empty basket', emptyBasket, 1, 1, emptyBasket],
    ['ignores a custom amount', customBasket(dollars(500)), 1, -1, customBasket(dollars(500))],
  ])('%s', (_fact, basket, snackId, change, expected) => {
    expect(changeQuantity(basket, snackId, change)).toStrictEqual(expected);
  });
});

describe('removing a snack', () => {
  test.each<[string, Basket, number, Basket]>([
    ['removes its whole quantity', stack([coffee, 7], [chips, 1]), 1, stack([chips, 1])],
    ['empties the basket after the last snack', stack([coffee, 7]), 1, emptyBasket],
    ['ignores a snack that is not in the basket', stack([coffee, 7]), 9, stack([coffee, 7])],
    ['ignores an empty basket', emptyBasket, 1, emptyBasket],
    ['ignores a custom amount', customBasket(dollars(500)), 1, customBasket(dollars(500))],
  ])('%s', (_fact, basket, snackId, expected) => {
    expect(removeSnack(basket, snackId)).toStrictEqual(expected);
  });
});

describe('subtotal, meals, label and number of snacks of a basket', () => {
  test.each<[string, Basket, { subtotal: Money; meals: number; label: string; snacks: number }]>([
    ['nothing', emptyBasket, { subtotal: dollars(0), meals: 0, label: '', snacks: 0 }],
    ['one snack', stack([coffee, 1]), { subtotal: dollars(350), meals: 3, label: 'Coffee', snacks: 1 }],
    ['one snack three times', stack([coffee, 3]), { subtotal: dollars(1050), meals: 9, label: 'Coffee', snacks: 3 }],
    [
      'two snacks',
      stack([coffee, 1], [chips, 1]),
      { subtotal: dollars(575), meals: 5, label: 'Stacked Snacks', snacks: 2 },
    ],
    [
      'a full stack',
      stack([chips, 2], [salad, 100]),
      { subtotal: dollars(90_350), meals: 804, label: 'Stacked Snacks', snacks: 102 },
    ],
    ['US$1.00', customBasket(dollars(100)), { subtotal: dollars(100), meals: 1, label: 'Custom Donation', snacks: 0 }],
    ['US$1.99', customBasket(dollars(199)), { subtotal: dollars(199), meals: 1, label: 'Custom Donation', snacks: 0 }],
    ['US$5.00', customBasket(dollars(500)), { subtotal: dollars(500), meals: 5, label: 'Custom Donation', snacks: 0 }],
    [
      'CA$20.00',
      customBasket(money(2000, 'CAD')),
      { subtotal: dollars(1471), meals: 14, label: 'Custom Donation', snacks: 0 },
    ],
    [
      'US$10,000.00',
      customBasket(dollars(1_000_000)),
      { subtotal: dollars(1_000_000), meals: 10_000, label: 'Custom Donation', snacks: 0 },
    ],
  ])('%s', (_fact, basket, expected) => {
    expect({
      subtotal: subtotalOf(basket, specRates),
      meals: mealsOf(basket, specRates),
      label: labelOf(basket),
      snacks: countSnacks(basket),
    }).toStrictEqual(expected);
  });
});

describe('for every stack', () => {
  test('adding a snack and removing it again gives the same stack', () => {
    fc.assert(
      fc.property(anyStack, anySnack, (basket, snack) => {
        expect(changeQuantity(addSnack(basket, snack), snack.id, -1)).toStrictEqual(basket);
      }),
    );
  });

  test('adding a snack adds its price and its meals', () => {
    fc.assert(
      fc.property(anyStack, anySnack, (basket, snack) => {
        const more = addSnack(basket, snack);
        expect(subtotalOf(more, specRates)).toStrictEqual(
          dollars(subtotalOf(basket, specRates).amountMinor + snack.price.amountMinor),
        );
        expect(mealsOf(more, specRates)).toBe(mealsOf(basket, specRates) + snack.meals);
        expect(countSnacks(more)).toBe(countSnacks(basket) + 1);
      }),
    );
  });

  test('no sequence of clicks leaves a quantity outside 1 to 100 or an empty stack', () => {
    const clicks = fc.array(fc.tuple(fc.constantFrom('add', 'less', 'remove'), anySnack), {
      maxLength: 260,
      size: 'max',
    });
    fc.assert(
      fc.property(clicks, (actions) => {
        const basket = actions.reduce<Basket>((current, [action, snack]) => {
          if (action === 'add') return addSnack(current, snack);
          return action === 'less' ? changeQuantity(current, snack.id, -1) : removeSnack(current, snack.id);
        }, emptyBasket);
        const quantities = basket.kind === 'stack' ? basket.items.map((item) => item.quantity) : [1];
        expect(quantities.length > 0 && quantities.every((quantity) => quantity >= 1 && quantity <= quantityMax)).toBe(
          true,
        );
      }),
    );
  });

  test('101 clicks on a snack give a quantity of 100', () => {
    const clicked = Array.from({ length: 101 }, () => coffee).reduce(addSnack, emptyBasket);
    expect(clicked).toStrictEqual(stack([coffee, 100]));
  });
});
