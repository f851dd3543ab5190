// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { updateDraft, useBasketMeals } from './draft-store.ts';

test('the meals change with the basket', () => {
  const { result } = renderHook(useBasketMeals);
  expect(result.current).toBe(0);
  act(() => updateDraft({ kind: 'custom_amount_set', amount: money(7_99, baseCurrency) }));
  expect(result.current).toBe(7);
});
