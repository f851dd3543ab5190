import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminRatesResponse, ratesSentences } from '#contract/admin/rates.ts';
import { specRates } from '#domain/money/exchange.ts';
import { seededRates } from '#domain/rates/rates.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { insertRatesVersion, newRate } from '#test/support/rates/rates.ts';

forEachDatabase((engine) => {
  describe('exchange rates', () => {
    let app: TestApp;
    let fina: SignedIn;
    let olga: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      fina = await signInStaff(app, 'finance', { username: 'fina' });
      olga = await signInStaff(app, 'owner', { username: 'olga' });
    });
    afterEach(() => app.close());

    const post = async (
      { cookie }: Pick<SignedIn, 'cookie'>,
      body: object,
      url = '/api/admin/rates',
    ): Promise<[number, unknown]> => {
      const response = await call(app, {
        method: 'POST',
        url,
        cookie,
        body: { basedOn: 0, reason: 'Weekly rates', ...body },
      });
      return [response.statusCode, response.json()];
    };
    const read = async () =>
      adminRatesResponse.parse(
        (await call(app, { method: 'GET', url: '/api/admin/rates', cookie: fina.cookie })).json(),
      );
    const shown = async () => (await app.server.inject({ url: '/api/rates' })).json<Record<string, unknown>>();
    const published = (version: number) => [200, { status: 'published', version }];

    test("are the spec's until someone publishes others", async () => {
      expect(await shown()).toEqual({ ...specRates, version: 0, inDollars: [] });
      const { version, rates, history } = await read();
      expect([version, history]).toEqual([0, []]);
      expect(rates.map(({ currency, unitsPerDollar, age }) => [currency, unitsPerDollar, age])).toEqual(
        Object.entries(seededRates).map(([currency, rate]) => [currency, rate.unitsPerDollar, 'current']),
      );
    });

    test('apply to the next request, each with its day and source', async () => {
      const { etag } = (await app.server.inject({ url: '/api/rates' })).headers;
      expect(await post(fina, { rates: [newRate(), newRate({ currency: 'EUR', unitsPerDollar: '0.95' })] })).toEqual(
        published(1),
      );
      const response = await app.server.inject({ url: '/api/rates', headers: { 'if-none-match': String(etag) } });
      expect([response.statusCode, response.json()]).toEqual([
        200,
        {
          version: 1,
          setOn: '2026-03-03',
          unitsPerDollar: { ...specRates.unitsPerDollar, CAD: '1.4', EUR: '0.95' },
          inDollars: [],
        },
      ]);
      const { rates, version, history } = await read();
      expect(rates.find(({ currency }) => currency === 'EUR')).toEqual({
        ...newRate({ currency: 'EUR', unitsPerDollar: '0.95' }),
        age: 'current',
      });
      expect([version, history[0]?.publishedBy, history[0]?.changes.map(({ name }) => name)]).toEqual([
        1,
        'fina',
        ['CAD', 'EUR'],
      ]);
    });

    test('price the next checkout, and its rate stays the same when they change again', async () => {
      const before = checkoutBody();
      expect((await postCheckout(app, before)).statusCode).toBe(200);
      await post(fina, { rates: [newRate()] });
      expect((await postCheckout(app, before)).json()).toEqual(
        refusal('prices_changed', 'Prices have changed. Please review your donation and try again.'),
      );
      expect((await postCheckout(app, { ...before, amount: 539 })).statusCode).toBe(200); // US$3.85 × 1.4
      const intents = await app.deps.db.read
        .selectFrom('donation_intents')
        .select(['charge_total_minor as charge', 'exchange_rate as rate', 'rates_set_on as day'])
        .orderBy('charge_total_minor')
        .execute();
      expect(intents).toEqual([
        { charge: 524, rate: '1.36', day: '2026-11-21' },
        { charge: 539, rate: '1.4', day: '2026-03-03' },
      ]);
    });

    test('are logged with before, after and reason', async () => {
      await post(fina, { rates: [newRate()] });
      expect(await loggedActions(app)).toEqual([
        {
          action: 'version_published',
          actor_name: 'fina',
          subject: 'published rates',
          before: { version: 0, CAD: '1.36 (2026-11-21, first rates)' },
          after: { version: 1, CAD: '1.4 (2026-03-03, ECB)' },
          reason: 'Weekly rates',
        },
      ]);
    });

    test('that change by more than 10 % wait for a person who confirms them', async () => {
      const rates = [newRate({ unitsPerDollar: '1.5' }), newRate({ currency: 'NGN', unitsPerDollar: '1700' })];
      expect(await post(fina, { rates })).toEqual([409, refusal('rate_unlikely', ratesSentences.unlikely(['CAD']))]);
      expect(await post(fina, { rates, confirmed: ['NGN'] })).toEqual([
        409,
        refusal('rate_unlikely', 'CAD: a change of more than 10%. Please check the figures, then confirm them.'),
      ]);
      expect((await read()).version).toBe(0);
      expect(await post(fina, { rates, confirmed: ['CAD'] })).toEqual(published(1));
    });

    test('from two editors are published once, and the second is told who published first', async () => {
      await post(fina, { rates: [newRate()] });
      expect(await post(olga, { rates: [newRate({ unitsPerDollar: '1.41' })] })).toEqual([
        409,
        refusal(
          'version_outdated',
          'fina published version 1 on March 4, 2026, 12:00 UTC, after you opened this page. Please look at what changed, then decide.',
        ),
      ]);
      expect(await shown()).toMatchObject({ unitsPerDollar: { CAD: '1.4' } });
      expect(await post(olga, { rates: [newRate({ unitsPerDollar: '1.41' })], basedOn: 1 })).toEqual(published(2));
    });

    test('are compared with what another process has just published', async () => {
      await insertRatesVersion(app, { CAD: newRate({ unitsPerDollar: '1.45' }) });
      expect(await post(fina, { rates: [newRate({ unitsPerDollar: '1.55' })], basedOn: 1 })).toEqual(published(2));
    });

    test.each<[string, object, string]>([
      ['no rates', { rates: [] }, 'Please enter at least one rate.'],
      ['a rate of zero', { rates: [newRate({ unitsPerDollar: '0' })] }, 'The rate of CAD must be above zero.'],
      ['an unknown currency', { rates: [newRate({ currency: 'XYZ' })] }, 'XYZ is not a currency that we show.'],
      ['a currency twice', { rates: [newRate(), newRate()] }, 'CAD is listed twice.'],
      ['a day in the future', { rates: [newRate({ day: '2026-03-05' })] }, 'The day of CAD is in the future.'],
      ['no reason', { rates: [newRate()], reason: ' ' }, 'Please enter a reason.'],
      ['no list', { rates: 'CAD' }, ratesSentences.unreadable],
      ['a rate that is a number', { rates: [{ ...newRate(), unitsPerDollar: 1.4 }] }, ratesSentences.unreadable],
      ['a negative version', { rates: [newRate()], basedOn: -1 }, 'Please reload the page and try again.'],
      ['too large a version', { rates: [newRate()], basedOn: 2 ** 40 }, 'Please reload the page and try again.'],
    ])('with %s are refused, and nothing is stored', async (_name, body, sentence) => {
      expect(await post(fina, body)).toEqual([400, refusal('invalid_request', sentence)]);
      expect([(await read()).version, await loggedActions(app)]).toEqual([0, []]);
    });

    test('can go back to the first rates, as a new version', async () => {
      await post(fina, { rates: [newRate()] });
      expect(await post(olga, { basedOn: 1 }, '/api/admin/rates/default')).toEqual(published(2));
      expect(await shown()).toEqual({ ...specRates, version: 2, inDollars: [] });
      expect((await read()).history.map(({ version, publishedBy }) => [version, publishedBy])).toEqual([
        [2, 'olga'],
        [1, 'fina'],
      ]);
    });

    test('that are older than 45 days show prices in US dollars, separately for each currency', async () => {
      const day = '2026-03-03';
      await insertRatesVersion(app, { CAD: newRate(), NGN: newRate({ unitsPerDollar: '1600', day }) });
      app.clock.advance(44 * 24 * 60 * 60 * 1000); // the end of day 45
      expect(await shown()).toMatchObject({ inDollars: ['CAD', 'NGN'] });
      app.clock.advance(-1 - 12 * 60 * 60 * 1000);
      expect(await shown()).toMatchObject({ inDollars: [] });
    });
  });
});

describe('without test mode', () => {
  test('the first rates age too', async () => {
    const clock = { now: () => new Date('2027-01-06T00:00:00.000Z'), advance: () => undefined };
    const environment = { PAYMENT_SANDBOX: 'off', NODE_ENV: 'development' };
    const app = await startApp('sqlite', { cards: stubCards(), environment, clock });
    const { inDollars } = (await app.server.inject({ url: '/api/rates' })).json<{ inDollars: string[] }>();
    expect(inDollars).toEqual(Object.keys(seededRates));
    await app.close();
  });
});
