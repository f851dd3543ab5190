import { StatementSync } from 'node:sqlite';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { postCheckout, postText } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { donorPassword, signIn } from '#test/support/accounts/signed-in.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { payWithPayPal } from '#test/support/payments/paypal-calls.ts';
import { startTracedWorld, type TracedWorld } from '#test/support/tracing/traced-world.ts';

/** Starts to collect the strings passed to SQL statements as parameters. Returns a function that lists them. */
function watchValues(): () => string[] {
  const runs = [vi.spyOn(StatementSync.prototype, 'all'), vi.spyOn(StatementSync.prototype, 'run')];
  const queries = vi.spyOn(pg.Client.prototype, 'query');
  return () => {
    const ofSqlite = runs.flatMap(({ mock }) => mock.calls.flat());
    const ofPostgres = queries.mock.calls.flatMap(([query]: unknown[]) =>
      typeof query === 'object' && query !== null && 'values' in query && Array.isArray(query.values)
        ? (query.values as unknown[])
        : [],
    );
    return [...ofSqlite, ...ofPostgres].filter((value) => typeof value === 'string');
  };
}

forEachDatabase((engine) => {
  describe('the data that a collector receives', () => {
    let world: TracedWorld;
    const received = async (): Promise<string> => {
      await world.spans();
      return Buffer.concat(world.collector.requests.map(({ body }) => body)).toString('latin1');
    };

    beforeEach(async () => {
      world = await startTracedWorld(engine);
    });
    afterEach(() => world.close());

    test('contains no SQL parameters, email addresses, tokens, card numbers or keys of ours', async () => {
      const values = watchValues();
      const { app, control, sandbox } = world;
      const { cookie, user } = await signIn(app, { firstName: 'Leonora', lastName: 'Quist' });
      await postText(app, '/api/login', JSON.stringify({ username: user.username, password: 'wrong-password-1' }));
      const { donationId, sessionId } = await world.openCheckout(checkoutBody(), cookie);
      await control.submitPayment(sessionId);
      await sandbox.sandbox.webhooks.whenIdle();
      const orderId = await payWithPayPal(world);
      await postCheckout(app, checkoutBody(), { key: 'idempotency-key-1' });
      await app.server.inject({
        url: `/api/donations/${donationId}/receipt?email=ana@example.org`,
        headers: { cookie },
      });
      await app.server.inject({ url: '/claim/don_of_someone?token=secret-token-1' });
      await world.deliverMails();
      const { stripe, paypal } = app.deps.config;
      const people = [user.email, user.username, 'Leonora', 'Quist', donorPassword, 'wrong-password-1', '@example'];
      const cookies = cookie.split('; ').map((pair) => pair.slice(pair.indexOf('=') + 1));
      const ids = [donationId, sessionId, orderId, 'idempotency-key-1', 'don_of_someone', 'secret-token-1'];
      const ours = [
        stripe?.secretKey,
        stripe?.webhookSecret,
        paypal?.clientId,
        paypal?.clientSecret,
        paypal?.webhookId,
      ];
      const secrets = [...people, ...cookies, ...ids, ...ours, '4242', 'Bearer', 'Basic', 'whsec_', 'sk_test_'];
      const text = await received();
      expect(text).toContain('insert into "donations"');
      expect(secrets.filter((secret) => secret !== undefined && text.includes(secret))).toEqual([]);
      // short values can also occur in the SQL itself
      const long = [...new Set(values())].filter((value) => value.length > 11 && value !== 'service_fee_income');
      expect(long).toEqual(expect.arrayContaining([user.email, donationId]));
      // the id of a job is on its span
      expect(long.filter((value) => text.includes(value) && !value.startsWith('out_'))).toEqual([]);
    });

    test('contains the code of a failure, but not its message', async () => {
      const { tracing, db } = world.app.deps;
      const details = { name: 'work', kind: 'internal', attributes: {} } as const;
      const work = tracing?.runJob(details, null, async () => {
        await db.write.insertInto('charities').values({ id: 901, name: 'noor@example.org' }).execute();
        await db.write.insertInto('charities').values({ id: 901, name: 'noor@example.org' }).execute();
      });
      await expect(work).rejects.toThrow(/unique/i);
      const text = await received();
      const failed = world.collector.spans().filter(({ isFailed }) => isFailed);
      const cause = engine === 'sqlite' ? 'ERR_SQLITE_ERROR' : '23505';
      expect(failed.map(({ name, attributes }) => [name, attributes['error.type']])).toEqual([
        ['insert charities', cause],
        ['work', cause],
      ]);
      expect(text).not.toMatch(/noor|unique/i);
    });
  });
});
