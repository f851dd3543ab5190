import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#test/support/call-app.ts';
import { fixedClock } from '#test/support/clock.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { insertPastDonations } from '#test/support/past-donations.ts';
import { signIn, type SignedIn } from '#test/support/signed-in.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/start-app.ts';

const noRewards = '{"streak":0,"points":0,"badges":[]}';
const dayMs = 24 * 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('GET /api/rewards', () => {
    let app: TestApp;
    let donor: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { clock: fixedClock('2026-03-10T12:00:00.000Z') });
      donor = await signIn(app, { timeZone: 'UTC' });
    });
    afterEach(() => app.close());

    const read = (cookie = donor.cookie) => app.server.inject({ url: '/api/rewards', headers: { cookie } });
    const giveOn = (days: readonly string[], donorId: string | null = donor.user.id) =>
      insertPastDonations(
        app.deps,
        days.map((day) => ({ donor_id: donorId, donated_at: `2026-03-${day}T12:00:00.000Z` })),
      );

    test('is nothing before the first donation', async () => {
      const answer = await read();
      expect({ status: answer.statusCode, body: answer.body }).toEqual({ status: 200, body: noRewards });
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    test('is the streak, the points of all days, and the badges, byte by byte', async () => {
      await giveOn(['02', '08', '09', '09', '10']);
      expect((await read()).body).toBe('{"streak":3,"points":80,"badges":["first_donation","three_day_streak"]}');
    });

    test('is over two days after the last donation, and keeps points and badges', async () => {
      await giveOn(['08', '09', '10']);
      const streaks: unknown[] = [];
      for (let day = 0; day < 3; day += 1) {
        streaks.push((await read()).json());
        app.clock.advance(dayMs);
      }
      const kept = { points: 70, badges: ['first_donation', 'three_day_streak'] };
      expect(streaks).toEqual([3, 3, 0].map((streak) => ({ streak, ...kept })));
    });

    test("goes by the day where the account's time zone is, not by ours", async () => {
      await giveOn(['09']);
      app.clock.advance(22 * 60 * 60 * 1000); // 11 March, 10:00 in UTC
      const farWest = await signIn(app, { timeZone: 'Pacific/Pago_Pago' }); // still 10 March there
      await giveOn(['09'], farWest.user.id);
      expect((await read()).json()).toMatchObject({ streak: 0 });
      expect((await read(farWest.cookie)).json()).toMatchObject({ streak: 1 });
    });

    test('has Big Donor above one hundred dollars and Charity Explorer from three charities on', async () => {
      const gift = { donor_id: donor.user.id, amount_minor: 5000, donated_at: '2026-03-10T12:00:00.000Z' };
      await insertPastDonations(app.deps, [
        { ...gift, charity_id: 5 },
        { ...gift, charity_id: 6 },
      ]);
      expect((await read()).json()).toMatchObject({ badges: ['first_donation'] });
      await insertPastDonations(app.deps, [{ ...gift, charity_id: 7, amount_minor: 1 }]);
      expect((await read()).json()).toEqual({
        streak: 1,
        points: 10,
        badges: ['first_donation', 'big_donor', 'charity_explorer'],
      });
    });

    test('counts nothing of another donor, nor of what nobody has claimed', async () => {
      const other = await signIn(app);
      await giveOn(['10'], other.user.id);
      await giveOn(['10'], null);
      expect((await read()).body).toBe(noRewards);
    });

    test('counts a claimed gift on the day on which it was made: it closes the gap in a streak', async () => {
      await giveOn(['08', '10']);
      const [missing] = await giveOn(['09'], null);
      expect((await read()).json()).toMatchObject({ streak: 1, points: 20 });
      const headers = { cookie: donor.cookie, origin: ownOrigin };
      await app.server.inject({ method: 'PATCH', url: `/api/donations/${missing!.id}/claim`, headers });
      expect((await read()).json()).toEqual({ streak: 3, points: 70, badges: ['first_donation', 'three_day_streak'] });
    });

    test('refuses a stranger', async () => {
      const answer = await app.server.inject({ url: '/api/rewards' });
      expect({ status: answer.statusCode, body: answer.json() }).toEqual({
        status: 401,
        body: refusal('sign_in_required', 'Please sign in.'),
      });
    });
  });
});
