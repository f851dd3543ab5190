import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe } from 'vitest';
import { testDatabases, type TestDatabase } from '../app/databases.ts';
import { startRunningProduct, type RunningProduct } from './running-product.ts';
import { sharedBrowser } from './visitor.ts';

/** The browser and product of a suite of browser tests; set before the first test runs. */
export interface Journey {
  product: RunningProduct;
  browser: Browser;
}

interface JourneySettings {
  readonly engines?: readonly TestDatabase[];
  /** Additional settings of the product. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Tests of the pages alone, such as accessibility. They run first, and only on the first engine. */
  readonly pages?: (journey: Journey) => void;
}

/**
 * Describes browser tests of the whole product on both engines, or on those given, with one product per engine.
 * After a test, the browsers of its visitors are closed.
 */
export function describeJourneys(
  title: string,
  suite: (journey: Journey) => void,
  { engines = testDatabases, environment = {}, pages }: JourneySettings = {},
): void {
  for (const engine of engines) {
    describe(`${title}, on ${engine}`, () => {
      const journey = {} as Journey;
      beforeAll(async () => {
        journey.browser = await sharedBrowser();
        journey.product = await startRunningProduct(engine, environment);
      });
      let openBefore: readonly BrowserContext[] = [];
      beforeEach(() => {
        openBefore = journey.browser.contexts();
      });
      afterEach(async () => {
        await closeAll(journey.browser.contexts().filter((context) => !openBefore.includes(context)));
      });
      afterAll(async () => {
        const { browser, product }: Partial<Journey> = journey; // either may not have started
        await closeAll(browser?.contexts() ?? []);
        await product?.stop();
      });
      if (engine === engines[0]) pages?.(journey);
      suite(journey);
    });
  }
}

/** Closes the contexts, because an open page would keep sending requests and rendering. */
async function closeAll(contexts: readonly BrowserContext[]): Promise<void> {
  for (const context of contexts) await context.close();
}
