import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { barrierSentences } from '#contract/checkout.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import {
  checkoutFrom,
  countAttempts,
  openPage,
  payPage,
  statusOfPage,
  submitCards,
} from '#test/support/payments/card-testers.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { deleteOldDeclines } from './watch-declines.ts';

const hourSeconds = 60 * 60;

forEachDatabase((engine) => {
  describe(`declined cards on ${engine}`, () => {
    let world: AppWithSandbox;
    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(async () => {
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    test('expire their page after the fifth, and the donor can pay on another page', async () => {
      const page = await openPage(world.app);
      await submitCards(world, page, { count: 4 });
      expect(statusOfPage(world, page)).toBe('open');
      await submitCards(world, page, { count: 3 });
      expect(statusOfPage(world, page)).toBe('expired');
      expect(countAttempts(world)).toBe(5);
      await payPage(world, await openPage(world.app));
      expect(await world.statuses()).toEqual(expect.arrayContaining(['expired', 'settled']));
    });

    test('close the address for an hour after ten without a success, and expire its open pages', async () => {
      const pages = [await openPage(world.app), await openPage(world.app), await openPage(world.app)];
      const elsewhere = await openPage(world.app, { address: '192.0.2.2' });
      for (const page of pages.slice(0, 2)) await submitCards(world, page, { count: 5 });
      expect(pages.map((page) => statusOfPage(world, page))).toEqual(['expired', 'expired', 'expired']);
      const refused = await checkoutFrom(world.app);
      expect(refused.statusCode).toBe(429);
      expect(refused.headers['retry-after']).toBe(`${hourSeconds}`);
      expect(refused.json()).toEqual(refusal('too_many_declines', barrierSentences.tooManyDeclines));
      await payPage(world, elsewhere);
      await payPage(world, await openPage(world.app, { address: '192.0.2.2' }));
      expect(await world.donations()).toHaveLength(2);
      await world.advance(hourSeconds);
      await payPage(world, await openPage(world.app));
    });

    test('count together for all addresses of an IPv6 network, and for both forms of an IPv4 address', async () => {
      for (const [address, same] of [
        ['2001:db8:1:2::1', '2001:db8:1:2:ffff::9'],
        ['198.51.100.7', '::ffff:198.51.100.7'],
      ] as const) {
        for (const _page of [1, 2]) await submitCards(world, await openPage(world.app, { address }), { count: 5 });
        expect((await checkoutFrom(world.app, { address: same })).statusCode).toBe(429);
      }
      expect((await checkoutFrom(world.app, { address: '2001:db8:1:3::1' })).statusCode).toBe(200);
    });

    test('close a browser at every address, and an account too', async () => {
      const first = await checkoutFrom(world.app, { key: 'first-key' });
      const browser = `checkout_browser=${first.cookies[0]?.value}`;
      const { cookie: account } = await signIn(world.app);
      for (const cookie of [browser, account]) {
        for (const [page, address] of ['192.0.2.11', '192.0.2.12'].entries())
          await submitCards(
            world,
            await openPage(world.app, { address, cookie, key: `${cookie.slice(0, 12)}-${page}` }),
            {
              count: 5,
            },
          );
      }
      for (const cookie of [browser, account])
        expect((await checkoutFrom(world.app, { address: '192.0.2.13', cookie, key: 'next-key' })).statusCode).toBe(
          429,
        );
      expect((await checkoutFrom(world.app, { address: '192.0.2.13', key: 'other-key' })).statusCode).toBe(200);
    });

    test('on pages that are opened again the next day count, and the pages expire', async () => {
      const keys = ['first-key', 'second-key', 'third-key'];
      for (const key of keys) await openPage(world.app, { key });
      await world.advance(25 * hourSeconds);
      await deleteOldDeclines(world.app.deps);
      const pages: string[] = [];
      for (const key of keys) pages.push(await openPage(world.app, { key }));
      for (const page of pages.slice(0, 2)) await submitCards(world, page, { count: 5 });
      expect((await checkoutFrom(world.app)).statusCode).toBe(429);
      expect(pages.map((page) => statusOfPage(world, page))).toEqual(['expired', 'expired', 'expired']);
    });

    test('are counted from the last success, so a school never reaches the limit', async () => {
      for (let donor = 0; donor < 6; donor += 1) {
        await submitCards(world, await openPage(world.app), { count: 4 });
        await world.advance(2);
        await payPage(world, await openPage(world.app));
        await world.advance(2);
      }
      expect((await checkoutFrom(world.app)).statusCode).toBe(200);
    });

    test('close the address even if there is a valid card now and then', async () => {
      for (let list = 0; list < 4; list += 1) {
        await submitCards(world, await openPage(world.app), { count: 4 });
        await submitCards(world, await openPage(world.app), { count: 4 });
        await world.advance(2);
        if (list < 3) await payPage(world, await openPage(world.app));
        await world.advance(2);
      }
      expect((await checkoutFrom(world.app)).statusCode).toBe(429);
    });

    test('of monthly donations count too, though Stripe does not name their intent', async () => {
      const { cookie } = await signIn(world.app);
      const body = checkoutBody({ donation: { recurring: true } });
      const page = await openPage(world.app, { cookie, body });
      await submitCards(world, page, { count: 5 });
      expect(statusOfPage(world, page)).toBe('expired');
    });

    test('of renewals do not count', async () => {
      const { cookie } = await signIn(world.app);
      const body = checkoutBody({ donation: { recurring: true } });
      await payPage(world, await openPage(world.app, { cookie, body }));
      const [subscription] = await world.control.readSubscriptions();
      await world.control.failNextRenewals(subscription?.subscriptionId ?? '', 3);
      await world.advance(31 * 24 * hourSeconds);
      expect(countAttempts(world)).toBeGreaterThan(0);
      expect(await world.app.deps.db.read.selectFrom('declines').selectAll().execute()).toEqual([]);
    });

    test('more than an hour apart do not add up', async () => {
      await submitCards(world, await openPage(world.app), { count: 4 });
      await submitCards(world, await openPage(world.app), { count: 4 });
      await world.advance(hourSeconds + 1);
      await submitCards(world, await openPage(world.app), { count: 4 });
      expect((await checkoutFrom(world.app)).statusCode).toBe(200);
    });
  });
});
