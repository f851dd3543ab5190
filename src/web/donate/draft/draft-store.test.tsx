// @vitest-environment happy-dom
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { baseCurrency } from '#domain/money/currency.ts';
import { money } from '#domain/money/money.ts';
import { createQueryClient } from '#web/query-client.ts';
import { updateDraft, useBasketMeals } from './draft-store.ts';

test('the meals change with the basket', () => {
  const client = createQueryClient();
  const { result } = renderHook(useBasketMeals, {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
  expect(result.current).toBe(0);
  act(() => updateDraft({ kind: 'custom_amount_set', entered: money(7_99, baseCurrency) }));
  expect(result.current).toBe(7);
});
