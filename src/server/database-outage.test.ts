import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postCheckout, refusal } from '#test/support/app/call-app.ts';
import { migratedDatabase, type FreshDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { startDatabaseProxy } from '#test/support/app/tcp-proxy.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

let database: FreshDatabase;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let app: TestApp;

beforeEach(async () => {
  database = await migratedDatabase('postgres');
  proxy = await startDatabaseProxy(database.databaseUrl!);
  const environment = { PAYMENT_SANDBOX: 'off', NODE_ENV: 'development', TIME_LIMIT_FACTOR: '3' };
  app = await startApp('postgres', { databaseUrl: proxy.url, cards: stubCards(), environment });
});
afterEach(async () => {
  await app.close();
  await proxy.close();
  await database.drop();
});

const statusOf = async (url: string): Promise<number> => (await app.server.inject({ url })).statusCode;

test('while the database is silent, calls get a 503 with Retry-After; afterward everything works as before', async () => {
  expect((await postCheckout(app, checkoutBody())).statusCode).toBe(200);
  proxy.dropPackets();
  const [checkout, receipt, readiness, pages] = await Promise.all([
    postCheckout(app, checkoutBody()),
    app.server.inject({ url: '/api/donations/don_00000000000000000000000000/receipt' }),
    app.server.inject({ url: '/readyz' }),
    app.server.inject({ url: '/api/snacks' }),
  ]);
  const response = refusal('unavailable', 'Our database is not available. Please try again in a moment.');
  for (const { statusCode, headers, body } of [checkout, receipt])
    expect([statusCode, headers['retry-after'], JSON.parse(body)]).toEqual([503, '5', response]);
  expect(readiness.statusCode).toBe(503);
  expect(pages.statusCode).toBe(200);
  expect(app.logged).toContainEqual(expect.objectContaining({ level: 50, msg: 'the database cannot be used' }));
  proxy.forward();
  await vi.waitUntil(async () => (await statusOf('/readyz')) === 200, { timeout: 120_000 });
  expect((await postCheckout(app, checkoutBody())).statusCode).toBe(200);
});
