import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fetchRates } from '#server/rates/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { insertRatesVersion } from '#test/support/rates/rates.ts';
import { euroRatesFile, startRateServer, type RateServer } from '#test/support/rates/rate-server.ts';
import { findConditions } from './find-conditions.ts';

const hourMs = 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('staff are alerted', () => {
    let source: RateServer;
    let app: TestApp;

    beforeEach(async () => {
      source = await startRateServer();
      app = await startApp(engine, { cards: stubCards(), environment: { RATES_URL: source.url } });
    });
    afterEach(async () => {
      await app.close();
      await source.close();
    });

    const alerts = async () =>
      (await findConditions(app.deps, app.deps.db.read, app.clock.now())).map(({ key, kind }) => [key, kind]);

    test('to a fetched rate that waits, until it is published', async () => {
      source.response = { status: 200, body: euroRatesFile('2026-03-03', { CAD: '15.067' }) };
      await fetchRates(app.deps);
      expect(await alerts()).toEqual([['waitingRates:CAD:2026-03-03', 'waitingRates']]);
      await insertRatesVersion(app, { CAD: { unitsPerDollar: '13.896882', day: '2026-03-03', source: 'By hand' } });
      expect(await alerts()).toEqual([]);
    });

    test('to a fetch that has failed for a day, until one succeeds', async () => {
      source.response = { status: 500, body: '' };
      for (let hour = 0; hour < 24; hour += 1) {
        await fetchRates(app.deps);
        expect(await alerts()).toEqual([]);
        app.clock.advance(hourMs);
      }
      const failing = [['failedFetches:2026-03-04T12:00:00.000Z', 'failedFetches']];
      expect(await alerts()).toEqual(failing);
      await fetchRates(app.deps);
      expect(await alerts()).toEqual(failing);
      source.response = { status: 200, body: euroRatesFile('2026-03-03') };
      app.clock.advance(hourMs);
      await fetchRates(app.deps);
      expect(await alerts()).toEqual([]);
    });
  });
});
