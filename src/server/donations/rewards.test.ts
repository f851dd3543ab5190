import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rewardsResponse } from '#contract/donor.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { fixedClock } from '#test/support/app/clock.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';

/** Returns the JSON of the week up to March 10, with donations on the given days. */
const weekWith = (...given: readonly string[]): string =>
  JSON.stringify(
    ['04', '05', '06', '07', '08', '09', '10'].map((day) => ({
      day: `2026-03-${day}`,
      hasDonation: given.includes(day),
    })),
  );
const noRewards = `{"streak":0,"points":0,"badges":[],"week":${weekWith()}}`;
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
    const donateOn = (days: readonly string[], donorId: string | null = donor.user.id) =>
      insertPastDonations(
        app.deps,
        days.map((day) => ({ donor_id: donorId, donated_at: `2026-03-${day}T12:00:00.000Z` })),
      );

    test('is empty before the first donation', async () => {
      const response = await read();
      expect({ status: response.statusCode, body: response.body }).toEqual({ status: 200, body: noRewards });
      expect(response.headers['cache-control']).toBe('no-store');
    });

    test('returns the streak, the points of all days, the badges and the week, byte by byte', async () => {
      await donateOn(['02', '08', '09', '09', '10']);
      expect((await read()).body).toBe(
        `{"streak":3,"points":80,"badges":["first_donation","three_day_streak"],"week":${weekWith('08', '09', '10')}}`,
      );
    });

    test('marks every day of the week with a donation, in the current streak or not', async () => {
      await donateOn(['03', '05', '06', '08', '10']);
      expect((await read()).body).toBe(
        `{"streak":1,"points":55,"badges":["first_donation"],"week":${weekWith('05', '06', '08', '10')}}`,
      );
    });

    test('has a streak of 0 two days after the last donation, and keeps points and badges', async () => {
      await donateOn(['08', '09', '10']);
      const streaks: unknown[] = [];
      for (let day = 0; day < 3; day += 1) {
        streaks.push((await read()).json());
        app.clock.advance(dayMs);
      }
      const kept = { points: 70, badges: ['first_donation', 'three_day_streak'] };
      expect(streaks).toEqual([3, 3, 0].map((streak) => expect.objectContaining({ streak, ...kept })));
    });

    test("takes today from the account's time zone, not from ours", async () => {
      await donateOn(['09']);
      app.clock.advance(22 * 60 * 60 * 1000); // March 11, 10:00 in UTC
      const farWest = await signIn(app, { timeZone: 'Pacific/Pago_Pago' }); // still March 10 there
      await donateOn(['09'], farWest.user.id);
      const lastDayOf = async (cookie: string) => {
        const { streak, week } = rewardsResponse.parse((await read(cookie)).json());
        return { streak, today: week.at(-1)?.day };
      };
      expect(await lastDayOf(donor.cookie)).toEqual({ streak: 0, today: '2026-03-11' });
      expect(await lastDayOf(farWest.cookie)).toEqual({ streak: 1, today: '2026-03-10' });
    });

    test('has Big Donor above 100 dollars, and Charity Explorer from three charities on', async () => {
      const donation = { donor_id: donor.user.id, amount_minor: 5000, donated_at: '2026-03-10T12:00:00.000Z' };
      await insertPastDonations(app.deps, [
        { ...donation, charity_id: 5 },
        { ...donation, charity_id: 6 },
      ]);
      expect((await read()).json()).toMatchObject({ badges: ['first_donation'] });
      await insertPastDonations(app.deps, [{ ...donation, charity_id: 7, amount_minor: 1 }]);
      expect((await read()).json()).toMatchObject({
        streak: 1,
        points: 10,
        badges: ['first_donation', 'big_donor', 'charity_explorer'],
      });
    });

    test("leaves out unclaimed donations and other donors' donations", async () => {
      const other = await signIn(app);
      await donateOn(['10'], other.user.id);
      await donateOn(['10'], null);
      expect((await read()).body).toBe(noRewards);
    });

    test('counts a claimed donation on the day it was made, so that it closes a gap in a streak', async () => {
      await donateOn(['08', '10']);
      const [missing] = await donateOn(['09'], null);
      expect((await read()).json()).toMatchObject({ streak: 1, points: 20 });
      const headers = { cookie: donor.cookie, origin: ownOrigin };
      await app.server.inject({ method: 'PATCH', url: `/api/donations/${missing!.id}/claim`, headers });
      expect((await read()).json()).toMatchObject({
        streak: 3,
        points: 70,
        badges: ['first_donation', 'three_day_streak'],
      });
    });

    test('refuses a stranger', async () => {
      const response = await app.server.inject({ url: '/api/rewards' });
      expect({ status: response.statusCode, body: response.json() }).toEqual({
        status: 401,
        body: refusal('sign_in_required', 'Please sign in.'),
      });
    });
  });
});
