import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { impactOfMeals, type MealsImpact } from './meals.ts';

describe('meals-to-impact display', () => {
  test.each<[number, Omit<MealsImpact, 'meals'>]>([
    [0, { families: 0, poundsOfFood: 0, bars: { meals: 0, families: 0, poundsOfFood: 0 } }],
    [1, { families: 0, poundsOfFood: 1.5, bars: { meals: 10, families: 0, poundsOfFood: 15 } }],
    [2, { families: 1, poundsOfFood: 3, bars: { meals: 20, families: 10, poundsOfFood: 30 } }],
    [3, { families: 1, poundsOfFood: 4.5, bars: { meals: 30, families: 10, poundsOfFood: 45 } }],
    [6, { families: 3, poundsOfFood: 9, bars: { meals: 60, families: 30, poundsOfFood: 90 } }],
    [7, { families: 3, poundsOfFood: 10.5, bars: { meals: 70, families: 30, poundsOfFood: 100 } }],
    [9, { families: 4, poundsOfFood: 13.5, bars: { meals: 90, families: 40, poundsOfFood: 100 } }],
    [10, { families: 5, poundsOfFood: 15, bars: { meals: 100, families: 50, poundsOfFood: 100 } }],
    [11, { families: 5, poundsOfFood: 16.5, bars: { meals: 100, families: 50, poundsOfFood: 100 } }],
    [19, { families: 9, poundsOfFood: 28.5, bars: { meals: 100, families: 90, poundsOfFood: 100 } }],
    [20, { families: 10, poundsOfFood: 30, bars: { meals: 100, families: 100, poundsOfFood: 100 } }],
    [10_562, { families: 5281, poundsOfFood: 15_843, bars: { meals: 100, families: 100, poundsOfFood: 100 } }],
  ])('%d meals', (meals, expected) => {
    expect(impactOfMeals(meals)).toStrictEqual({ meals, ...expected });
  });

  test('bars stay within 0 to 100, and two more meals add one family and three pounds', () => {
    fc.assert(
      fc.property(fc.nat({ max: 1_000_000 }), (meals) => {
        const impact = impactOfMeals(meals);
        const more = impactOfMeals(meals + 2);
        expect([more.families - impact.families, more.poundsOfFood - impact.poundsOfFood]).toStrictEqual([1, 3]);
        expect(Object.values(impact.bars).filter((length) => length < 0 || length > 100)).toStrictEqual([]);
      }),
    );
  });
});
