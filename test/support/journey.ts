import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe } from 'vitest';
import { testDatabases, type TestDatabase } from './databases.ts';
import { startRunningProduct, type RunningProduct } from './running-product.ts';
import { startBrowser } from './visitor.ts';

/** What a journey works with: filled before its first test runs. */
export interface Journey {
  product: RunningProduct;
  browser: Browser;
}

/**
 * Describes journeys through the whole product on every engine, or on those named, with one product and one browser each.
 * `environment` adds settings.
 */
export function describeJourneys(
  title: string,
  suite: (journey: Journey) => void,
  engines: readonly TestDatabase[] = testDatabases,
  environment: Readonly<Record<string, string>> = {},
): void {
  for (const engine of engines) {
    describe(`${title}, on ${engine}`, () => {
      const journey = {} as Journey;
      beforeAll(async () => {
        journey.product = await startRunningProduct(engine, environment);
        journey.browser = await startBrowser();
      });
      afterAll(async () => {
        await journey.browser.close();
        await journey.product.stop();
      });
      suite(journey);
    });
  }
}
