import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminRatesResponse } from '#contract/admin/rates.ts';
import { seededRates } from '#domain/rates/rates.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { euroRatesFile, startRateServer, type RateServer } from '#test/support/rates/rate-server.ts';
import { fetchRates, nextFetch } from './fetch-rates.ts';

const hourMs = 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('the daily fetch of exchange rates', () => {
    let source: RateServer;
    let app: TestApp;
    let fina: SignedIn;

    beforeEach(async () => {
      source = await startRateServer();
      app = await startApp(engine, { cards: stubCards(), environment: { RATES_URL: source.url } });
      fina = await signInStaff(app, 'finance', { username: 'fina' });
    });
    afterEach(async () => {
      await app.close();
      await source.close();
    });

    const current = () => app.deps.published.rates.current();
    const read = async () =>
      adminRatesResponse.parse(
        (await call(app, { method: 'GET', url: '/api/admin/rates', cookie: fina.cookie })).json(),
      );
    const publishWaiting = async (confirmed: readonly string[]) => {
      const { version, dailyFetch } = await read();
      const body = { rates: dailyFetch.waiting, confirmed, basedOn: version, reason: 'Checked' };
      return call(app, { method: 'POST', url: '/api/admin/rates', cookie: fina.cookie, body });
    };

    test('publishes the rates of the day with their day and source, and does not change rates that are not in the file', async () => {
      await fetchRates(app.deps);
      const { number, document } = current();
      expect([number, document.CAD, document.EUR, document.AED]).toEqual([
        1,
        { unitsPerDollar: '1.389688', day: '2026-03-03', source: source.host },
        { unitsPerDollar: '0.922339', day: '2026-03-03', source: source.host },
        seededRates.AED,
      ]);
      const { dailyFetch, history } = await read();
      expect(dailyFetch).toEqual({
        from: source.host,
        fetchedAt: '2026-03-04T12:00:00.000Z',
        problem: null,
        waiting: [],
      });
      expect(history.map(({ publishedBy, reason }) => [publishedBy, reason])).toEqual([['system', 'Daily fetch']]);
    });

    test('fetches once a day, and changes nothing when the day is the same', async () => {
      await fetchRates(app.deps);
      app.clock.advance(3.5 * hourMs - 1);
      await fetchRates(app.deps);
      expect(source.requests).toBe(1);
      app.clock.advance(1); // 15:30 UTC
      await fetchRates(app.deps);
      await fetchRates(app.deps);
      expect([source.requests, current().number]).toEqual([2, 1]);
      app.clock.advance(24 * hourMs);
      source.response = { status: 200, body: euroRatesFile('2026-03-05', { CAD: '1.51' }) };
      await fetchRates(app.deps);
      expect([source.requests, current().number, current().document.CAD.unitsPerDollar]).toEqual([3, 2, '1.392732']);
    });

    test('makes a change of more than 10 % wait, and publishes the others', async () => {
      source.response = { status: 200, body: euroRatesFile('2026-03-03', { CAD: '15.067' }) };
      await fetchRates(app.deps);
      expect([current().document.CAD, current().document.JPY.day]).toEqual([seededRates.CAD, '2026-03-03']);
      const waiting = [{ currency: 'CAD', unitsPerDollar: '13.896882', day: '2026-03-03', source: source.host }];
      expect((await read()).dailyFetch.waiting).toEqual(waiting);
      expect((await publishWaiting([])).statusCode).toBe(409);
      expect((await publishWaiting(['CAD'])).statusCode).toBe(200);
      expect(current().document.CAD.unitsPerDollar).toBe('13.896882');
      expect((await read()).dailyFetch.waiting).toEqual([]);
    });

    test('replaces a waiting rate with the rate of a later day', async () => {
      source.response = { status: 200, body: euroRatesFile('2026-03-03', { CAD: '15.067' }) };
      await fetchRates(app.deps);
      app.clock.advance(24 * hourMs);
      source.response = { status: 200, body: euroRatesFile('2026-03-05') };
      await fetchRates(app.deps);
      expect([(await read()).dailyFetch.waiting, current().document.CAD.day]).toEqual([[], '2026-03-05']);
    });

    test('keeps a rate that was entered for the same or a later day', async () => {
      const entered = { currency: 'CAD', unitsPerDollar: '1.4', day: '2026-03-03', source: 'By hand' };
      const body = { rates: [entered], basedOn: 0, reason: 'Today' };
      await call(app, { method: 'POST', url: '/api/admin/rates', cookie: fina.cookie, body });
      await fetchRates(app.deps);
      expect([current().document.CAD.source, current().document.JPY.source]).toEqual(['By hand', source.host]);
    });

    test.each([
      ['a status', { status: 503, body: '' }, 'returned status 503.'],
      [
        'a redirect',
        { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } },
        'could not be reached, or did not respond in time.',
      ],
      [
        'a damaged file',
        { status: 200, body: euroRatesFile('2026-03-03').slice(0, 400) },
        'The file with the rates is not well-formed XML.',
      ],
      ['a day in the future', { status: 200, body: euroRatesFile('2026-03-05') }, 'is in the future.'],
      [
        'a day long ago',
        { status: 200, body: euroRatesFile('2026-01-17') },
        'is more than 45 days ago. Please enter a newer rate.',
      ],
      [
        'too large a file',
        { status: 200, body: ' '.repeat(1_000_001) },
        'The file is too large to be a table of rates.',
      ],
    ])('with %s publishes nothing, says why, and tries again after an hour', async (_name, response, sentence) => {
      source.response = response;
      await fetchRates(app.deps);
      const { version, dailyFetch } = await read();
      expect([version, dailyFetch.fetchedAt, dailyFetch.problem]).toEqual([0, null, expect.stringContaining(sentence)]);
      await fetchRates(app.deps);
      expect(source.requests).toBe(1);
      app.clock.advance(hourMs);
      source.response = { status: 200, body: euroRatesFile('2026-03-03') };
      await fetchRates(app.deps);
      expect([(await read()).dailyFetch.problem, current().number]).toEqual([null, 1]);
    });
  });
});

test('without RATES_URL nothing is fetched', async () => {
  const app = await startApp('sqlite', { cards: stubCards() });
  await fetchRates(app.deps);
  expect(await app.deps.db.read.selectFrom('rate_fetches').select('next_at').execute()).toEqual([]);
  await app.close();
});

test.each([
  ['2026-03-04T15:29:59.999Z', '2026-03-04T15:30:00.000Z'],
  ['2026-03-04T15:30:00.000Z', '2026-03-05T15:30:00.000Z'],
  ['2026-12-31T23:00:00.000Z', '2027-01-01T15:30:00.000Z'],
])('after %s the next fetch is due at %s', (now, next) => {
  expect(nextFetch(new Date(now)).toISOString()).toBe(next);
});
