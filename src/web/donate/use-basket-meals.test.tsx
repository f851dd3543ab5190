// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { updateDraft } from './draft-store.ts';
import { useBasketMeals } from './use-basket-meals.ts';

test('the meals of the basket follow it wherever they are shown', () => {
  const { result } = renderHook(useBasketMeals);
  expect(result.current).toBe(0);
  act(() => updateDraft({ kind: 'custom_amount_set', amount: money(7_99, baseCurrency) }));
  expect(result.current).toBe(7);
});
