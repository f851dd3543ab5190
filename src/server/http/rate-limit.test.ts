import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { checkoutPath, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const tooMany = refusal('too_many_requests', 'Too many requests. Please wait a minute and try again.');

forEachDatabase((engine) => {
  describe('the rate limit', () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards(), environment: { RATE_LIMIT_FACTOR: '1' } });
    });
    afterEach(() => app.close());

    const call = async (remoteAddress = '127.0.0.1', url = checkoutPath): Promise<number> => {
      const headers = { origin: ownOrigin };
      return (await app.server.inject({ method: 'POST', url, payload: {}, headers, remoteAddress })).statusCode;
    };
    const callRepeatedly = async (times: number, ...rest: Parameters<typeof call>): Promise<number[]> => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time += 1) statuses.push(await call(...rest));
      return statuses;
    };

    test.each([
      [checkoutPath, 400],
      ['/api/donations/don_1/confirm', 404],
    ])('allows 120 calls of %s, even from loopback, and refuses the next with 429', async (url, status) => {
      expect(new Set(await callRepeatedly(120, '127.0.0.1', url))).toEqual(new Set([status]));
      const response = await app.server.inject({ method: 'POST', url, payload: {}, headers: { origin: ownOrigin } });
      expect({ status: response.statusCode, body: response.json() }).toEqual({ status: 429, body: tooMany });
      expect(Number(response.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(response.headers['retry-after'])).toBeLessThanOrEqual(60);
    });

    test('counts each address separately', async () => {
      await callRepeatedly(121);
      expect(await call('127.0.0.1')).toBe(429);
      expect(await call('198.51.100.7')).toBe(400);
    });

    test('counts an IPv6 network of 64 bits as one address', async () => {
      await callRepeatedly(120, '2001:db8:1:2::1');
      expect(await call('2001:db8:1:2:ffff::2')).toBe(429);
      expect(await call('2001:db8:1:3::1')).toBe(400);
    });

    test('ignores a forwarded address that the caller sends', async () => {
      await callRepeatedly(120);
      const headers = { origin: ownOrigin, 'x-forwarded-for': '198.51.100.7' };
      expect((await app.server.inject({ method: 'POST', url: checkoutPath, payload: {}, headers })).statusCode).toBe(
        429,
      );
    });

    test('does not count calls from other sites against our visitors', async () => {
      for (let time = 0; time < 130; time += 1) {
        await app.server.inject({
          method: 'POST',
          url: checkoutPath,
          payload: {},
          headers: { origin: 'http://evil.example' },
        });
      }
      expect(await call()).toBe(400);
    });

    test('does not apply to GET requests', async () => {
      for (let time = 0; time < 150; time += 1) {
        expect((await app.server.inject({ url: '/api/snacks' })).statusCode).toBe(200);
      }
    });
  });

  describe('the rate limit of two processes on one database', () => {
    let first: TestApp;
    let second: TestApp;

    beforeEach(async () => {
      const environment = { RATE_LIMIT_FACTOR: '1' };
      first = await startApp(engine, { cards: stubCards(), environment });
      const { databaseUrl, dataDir } = first.deps.config;
      second = await startApp(engine, {
        cards: stubCards(),
        environment: { ...environment, DATA_DIR: dataDir },
        ...(databaseUrl === undefined ? {} : { databaseUrl }),
      });
    });
    afterEach(async () => {
      await second.close();
      await first.close();
    });

    const callRepeatedly = async (app: TestApp, times: number, remoteAddress = '198.51.100.7'): Promise<number[]> => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time += 1)
        statuses.push(
          (
            await app.server.inject({
              method: 'POST',
              url: checkoutPath,
              payload: {},
              headers: { origin: ownOrigin },
              remoteAddress,
            })
          ).statusCode,
        );
      return statuses;
    };
    const exchange = async (): Promise<void> => {
      for (const { deps } of [first, second, first]) await deps.rateLimits.exchange(deps.db);
    };

    test('is shared by both', async () => {
      await callRepeatedly(first, 70);
      await callRepeatedly(second, 40);
      await exchange();
      expect(await callRepeatedly(second, 11)).toEqual([...Array.from({ length: 10 }, () => 400), 429]);
      expect(await callRepeatedly(second, 1, '198.51.100.8')).toEqual([400]);
      await exchange();
      expect(await callRepeatedly(first, 1)).toEqual([429]);
    });

    test('ends after a minute in both, and leaves nothing behind', async () => {
      await callRepeatedly(first, 121);
      await exchange();
      expect(await callRepeatedly(second, 1)).toEqual([429]);
      first.clock.advance(60_000);
      second.clock.advance(60_000);
      expect([await callRepeatedly(first, 1), await callRepeatedly(second, 1)]).toEqual([[400], [400]]);
      await callRepeatedly(second, 20, '198.51.100.9');
      await exchange();
      const rows = await first.deps.db.read.selectFrom('rate_limit_windows').selectAll().execute();
      expect(rows.map(({ calls }) => calls)).toEqual([20]);
    });

    test('writes nothing about callers far from a limit, and no address', async () => {
      await callRepeatedly(first, 11);
      await exchange();
      expect(await first.deps.db.read.selectFrom('rate_limit_windows').selectAll().execute()).toEqual([]);
      await callRepeatedly(first, 1);
      await exchange();
      const [row] = await first.deps.db.read.selectFrom('rate_limit_windows').selectAll().execute();
      expect(row).toMatchObject({ calls: 12, limit_key: expect.stringMatching(/^[\w-]{22}$/) });
    });
  });

  test("behind a trusted proxy the address is the one in the proxy's header", async () => {
    const environment = { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' };
    const app = await startApp(engine, { cards: stubCards(), environment });
    const callFrom = async (address: string): Promise<number> => {
      const headers = { origin: ownOrigin, 'x-forwarded-for': address };
      return (await app.server.inject({ method: 'POST', url: checkoutPath, payload: {}, headers })).statusCode;
    };
    for (let time = 0; time < 120; time += 1) await callFrom('198.51.100.7');
    expect([await callFrom('198.51.100.7'), await callFrom('198.51.100.8')]).toEqual([429, 400]);
    await app.close();
  });
});

test('every limited call is allowed at least 60 times a minute', () => {
  const limits = Object.values(endpoints).flatMap((endpoint) =>
    'limitPerMinute' in endpoint ? [endpoint.limitPerMinute] : [],
  );
  expect(Math.min(...limits)).toBeGreaterThanOrEqual(60);
});
