import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rewardsResponse } from '#contract/donor.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { fixedClock } from '#test/support/app/clock.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { deliver, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { paymentIdOf, refundMessage } from '#test/support/payments/reversal-messages.ts';

const east = 'Pacific/Kiritimati';
const west = 'Pacific/Pago_Pago';

forEachDatabase((engine) => {
  describe('the day of a donation', () => {
    let app: TestApp;
    let donor: SignedIn;

    beforeEach(async () => {
      const clock = fixedClock('2026-03-10T10:30:00.000Z'); // March 11 in the east, March 9 in the west
      app = await startApp(engine, { clock, cards: stubCardsWithWebhook() });
      donor = await signIn(app, { timeZone: 'UTC' });
    });
    afterEach(async () => {
      expect(await checkLedger(app.deps.db.read)).toEqual([]);
      await app.close();
    });

    /** Donates a coffee at an instant, in a time zone. Returns the intent. */
    async function donate(at: string, timeZone: string, cookie?: string) {
      const known = await app.deps.db.read.selectFrom('donation_intents').select('id').execute();
      await postCheckout(
        app,
        checkoutBody({ request: { timeZone } }),
        cookie === undefined ? {} : { headers: { cookie } },
      );
      const intents = await app.deps.db.read.selectFrom('donation_intents').selectAll().execute();
      const intent = intents.find(({ id }) => !known.some((other) => other.id === id))!;
      const session = { payment_intent: paymentIdOf(intent) };
      await deliver(app, paidMessage(intent, { event: { created: Date.parse(at) / 1000 }, session }));
      return intent;
    }
    const claim = async (id: string): Promise<void> => {
      const headers = { cookie: donor.cookie, origin: ownOrigin };
      const response = await app.server.inject({ method: 'PATCH', url: `/api/donations/${id}/claim`, headers });
      expect(response.statusCode).toBe(200);
    };
    const days = async (): Promise<string[]> =>
      (await app.deps.db.read.selectFrom('donations').select('donated_on').orderBy('donated_at').execute()).map(
        ({ donated_on: day }) => day,
      );
    const rewards = async () =>
      rewardsResponse.parse(
        (await app.server.inject({ url: '/api/rewards', headers: { cookie: donor.cookie } })).json(),
      );

    test('donations from three time zones within an hour count for one day', async () => {
      await donate('2026-03-10T10:10:00Z', east, donor.cookie);
      await donate('2026-03-10T10:20:00Z', 'UTC', donor.cookie);
      await donate('2026-03-10T10:30:00Z', west, donor.cookie);
      expect(await days()).toEqual(['2026-03-11', '2026-03-11', '2026-03-11']);
      app.clock.advance(24 * 60 * 60 * 1000); // in UTC it is now March 11 too
      expect(await rewards()).toMatchObject({ streak: 1, points: 10 });
    });

    test('a donation more than a day after the last one has the day in its own time zone', async () => {
      await donate('2026-03-10T10:30:00Z', east, donor.cookie);
      await donate('2026-03-11T10:30:01Z', west, donor.cookie);
      expect(await days()).toEqual(['2026-03-11', '2026-03-10']);
    });

    test('donations of other people do not affect a donor’s day', async () => {
      const other = await signIn(app);
      await donate('2026-03-10T10:10:00Z', east, other.cookie);
      await donate('2026-03-10T10:20:00Z', east);
      await donate('2026-03-10T10:30:00Z', west, donor.cookie);
      expect((await days()).at(-1)).toBe('2026-03-09');
    });

    test.each([
      ['older', '2026-03-10T10:20:00Z'],
      ['newer', '2026-03-10T10:40:00Z'],
    ])('a claimed donation that is %s than the donor’s own does not count for a second day', async (_age, at) => {
      await donate('2026-03-10T10:30:00Z', 'UTC', donor.cookie);
      const anonymous = await donate(at, west);
      expect(new Set(await days()).size).toBe(2);
      await claim(anonymous.donation_id);
      expect(await days()).toEqual(['2026-03-10', '2026-03-10']);
      await claim(anonymous.donation_id);
      expect(await rewards()).toMatchObject({ streak: 1, points: 10 });
    });

    test('donations within an hour count for one day, even if the latest is claimed first', async () => {
      const anonymous = [
        await donate('2026-03-10T10:10:00Z', east),
        await donate('2026-03-10T10:20:00Z', 'UTC'),
        await donate('2026-03-10T10:30:00Z', west),
      ];
      for (const { donation_id: id } of anonymous.toReversed()) await claim(id);
      expect(new Set(await days()).size).toBe(1);
    });

    test('a refund of the first donation does not change the day of the second', async () => {
      const refunded = await donate('2026-03-10T10:10:00Z', 'UTC', donor.cookie);
      await donate('2026-03-10T10:30:00Z', west, donor.cookie);
      await deliver(app, refundMessage(refunded, 'created', { id: 're_1' }));
      expect(await days()).toEqual(['2026-03-10', '2026-03-10']);
      expect(await rewards()).toMatchObject({ streak: 1, points: 10 });
    });
  });
});
