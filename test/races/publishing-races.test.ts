import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { seededRates, type Rates } from '#domain/rates/rates.ts';
import { publish, readVersions, refreshPublished } from '#server/publishing/index.ts';
import { fetchRates, ratesKind } from '#server/rates/index.ts';
import { startSchedule } from '#server/schedule.ts';
import { migratedDatabase } from '../support/app/databases.ts';
import { startApp, type TestApp } from '../support/app/start-app.ts';
import { postCheckout } from '../support/app/call-app.ts';
import { startDatabaseProxy } from '../support/app/tcp-proxy.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';
import { euroRatesFile, startRateServer } from '../support/rates/rate-server.ts';
import { stubCards } from '../support/payments/stub-cards.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

const rounds = 6;

const withCanadianRate = (unitsPerDollar: string): Rates => ({
  ...seededRates,
  CAD: { unitsPerDollar, day: '2026-03-03', source: 'ECB' },
});

const publishAt = ({ deps }: TestApp, basedOn: number, unitsPerDollar: string) =>
  publish(deps, deps.published.rates, {
    actor: 'system',
    document: withCanadianRate(unitsPerDollar),
    basedOn,
    reason: 'New rates',
  });

const rateAt = ({ deps }: TestApp) => deps.published.rates.current().document.CAD.unitsPerDollar;

describe('two servers on one PostgreSQL', () => {
  let apps: TwoApps;

  beforeAll(async () => {
    apps = await startTwoApps();
  });
  afterAll(() => apps.close());

  test('publish one of two changes that were made at the same time, and refuse the other', async () => {
    for (let basedOn = 0; basedOn < rounds; basedOn += 1) {
      const results = await Promise.all([
        publishAt(apps.first, basedOn, `1.4${basedOn}`),
        publishAt(apps.second, basedOn, `1.5${basedOn}`),
      ]);
      expect(results.map(({ code }) => code).toSorted()).toEqual(['published', 'version_outdated']);
      const [newest, ...older] = await readVersions(apps.first.deps.db.read, ratesKind);
      expect([newest?.version, older.length]).toEqual([basedOn + 1, basedOn]);
      await refreshPublished(apps.first.deps);
      await refreshPublished(apps.second.deps);
      const winner = results[0]?.code === 'published' ? `1.4${basedOn}` : `1.5${basedOn}`;
      expect([rateAt(apps.first), rateAt(apps.second)]).toEqual([winner, winner]);
    }
  });

  test('accept a page priced with rates that only the other server has applied', async () => {
    const { first, second } = apps;
    const before = first.deps.published.rates.current().number;
    for (const { clock } of [first, second]) clock.advance(1000);
    await publishAt(first, before, '1.6');
    const coffee = (rates: number) => ({ ...checkoutBody({ request: { amount: 616 } }), pricedWith: { rates } }); // US$3.85 × 1.6
    expect((await postCheckout(second, coffee(before + 1))).statusCode).toBe(200);
    expect((await postCheckout(first, coffee(before))).statusCode).toBe(409);
  });

  test('fetch the rates of a day once, and publish them once', async () => {
    const source = await startRateServer();
    const before = apps.first.deps.published.rates.current().number;
    const deps = [apps.first, apps.second].map((app) => ({
      ...app.deps,
      config: { ...app.deps.config, ratesUrl: new URL(source.url) },
    }));
    for (let round = 0; round < rounds; round += 1) {
      const day = new Date(apps.first.clock.now().getTime()).toISOString().slice(0, 10);
      source.response = { status: 200, body: euroRatesFile(day, { CAD: `1.5${round}` }) };
      await Promise.all([...deps, ...deps].map(fetchRates));
      for (const { clock } of [apps.first, apps.second]) clock.advance(24 * 60 * 60 * 1000);
    }
    await source.close();
    await refreshPublished(apps.first.deps);
    await refreshPublished(apps.second.deps);
    expect(source.requests).toBe(rounds);
    expect([apps.first, apps.second].map((app) => app.deps.published.rates.current().number)).toEqual([
      before + rounds,
      before + rounds,
    ]);
  });

  test('both apply what one of them publishes, without a restart', async () => {
    const schedule = startSchedule(apps.second.deps, {});
    const { number } = apps.first.deps.published.rates.current();
    await publishAt(apps.first, number, '1.61');
    expect(rateAt(apps.first)).toBe('1.61');
    await vi.waitUntil(() => rateAt(apps.second) === '1.61', { timeout: 60_000 });
    await schedule.stop();
  });
});

test('a server keeps the published rates while its database is down, and applies the newest ones afterward', async () => {
  const database = await migratedDatabase('postgres');
  const proxy = await startDatabaseProxy(database.databaseUrl!);
  const cards = stubCards();
  const environment = { PAYMENT_SANDBOX: 'off', NODE_ENV: 'development', TIME_LIMIT_FACTOR: '3' };
  const cut = await startApp('postgres', { databaseUrl: proxy.url, cards, environment });
  const other = await startApp('postgres', { databaseUrl: database.databaseUrl!, cards });
  await publishAt(cut, 0, '1.41');
  proxy.dropPackets();
  await refreshPublished(other.deps);
  await publishAt(other, 1, '1.42');
  await expect(refreshPublished(cut.deps)).rejects.toThrow('the database cannot be used');
  expect(rateAt(cut)).toBe('1.41');
  proxy.forward();
  await vi.waitUntil(
    async () => {
      await refreshPublished(cut.deps).catch(() => undefined);
      return rateAt(cut) === '1.42';
    },
    { timeout: 50_000 },
  );
  await cut.close();
  await other.close();
  await proxy.close();
  await database.drop();
});
