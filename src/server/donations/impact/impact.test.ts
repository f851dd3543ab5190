import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

const nothing = '{"totalDonated":0,"totalMeals":0,"donationsCount":0,"charitiesSupported":0}';

forEachDatabase((engine) => {
  describe('GET /api/impact', () => {
    let app: TestApp;
    let donor: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine);
      donor = await signIn(app);
    });
    afterEach(() => app.close());

    const read = (cookie = donor.cookie) => app.server.inject({ url: '/api/impact', headers: { cookie } });

    test('returns four zeros before the first donation', async () => {
      const response = await read();
      expect({ status: response.statusCode, body: response.body }).toEqual({ status: 200, body: nothing });
      expect(response.headers['cache-control']).toBe('no-store');
    });

    test('adds up dollars without fees, meals and donations, and counts each charity once', async () => {
      const donor_id = donor.user.id;
      await insertPastDonations(app.deps, [
        { donor_id },
        { donor_id, amount_minor: 10, meals: 1 },
        { donor_id, amount_minor: 20, meals: 1, charity_id: 9 },
        { donor_id, amount_minor: 895, meals: 8, charity_id: 9, is_recurring: 1 },
      ]);
      expect((await read()).body).toBe(
        '{"totalDonated":12.75,"totalMeals":13,"donationsCount":4,"charitiesSupported":2}',
      );
    });

    test('has no rounding errors of binary fractions: ten dimes are a dollar', async () => {
      const dime = { donor_id: donor.user.id, amount_minor: 10, meals: 1 };
      await insertPastDonations(
        app.deps,
        Array.from({ length: 3 }, () => dime),
      );
      expect((await read()).json()).toMatchObject({ totalDonated: 0.3 });
      await insertPastDonations(
        app.deps,
        Array.from({ length: 7 }, () => dime),
      );
      expect((await read()).json()).toMatchObject({ totalDonated: 1 });
    });

    test('is exact for sums of cents beyond 32 bits', async () => {
      const largest = { donor_id: donor.user.id, amount_minor: 1_000_000, meals: 10_000 };
      await insertPastDonations(
        app.deps,
        Array.from({ length: 3000 }, () => largest),
      );
      expect((await read()).json()).toEqual({
        totalDonated: 30_000_000,
        totalMeals: 30_000_000,
        donationsCount: 3000,
        charitiesSupported: 1,
      });
    });

    test("leaves out unclaimed donations and other donors' donations", async () => {
      const other = await signIn(app);
      await insertPastDonations(app.deps, [{ donor_id: other.user.id }, { donor_id: null }]);
      expect((await read()).body).toBe(nothing);
      expect((await read(other.cookie)).json()).toMatchObject({ donationsCount: 1 });
    });

    test('refuses a stranger', async () => {
      const response = await app.server.inject({ url: '/api/impact' });
      expect({ status: response.statusCode, body: response.json() }).toEqual({
        status: 401,
        body: refusal('sign_in_required', 'Please sign in.'),
      });
    });
  });
});
