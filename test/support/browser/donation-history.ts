import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Journey } from './journey.ts';

/** Reopens the history until it shows a state, because the provider's webhook takes a moment. */
export async function waitUntilHistorySays(journey: Journey, page: Page, state: string): Promise<void> {
  const countStates = async (): Promise<number> => {
    await page.goto(`${journey.product.url}/donation-history`);
    await page.getByRole('main').getByRole('listitem').first().waitFor();
    return page.getByText(state, { exact: true }).count();
  };
  await expect.poll(countStates, { interval: 250 }).toBe(1);
}
