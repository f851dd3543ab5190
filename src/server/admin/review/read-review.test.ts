import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reviewResponse, type ReviewResponse } from '#contract/admin/review/review.ts';
import { reconcile } from '#server/payments/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';

forEachDatabase((engine) => {
  describe('what needs review', () => {
    let world: AppWithSandbox;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    const request = (cookie: string) =>
      world.app.server.inject({ method: 'GET', url: '/api/admin/review', headers: { cookie } });
    const read = async (): Promise<ReviewResponse> =>
      reviewResponse.parse((await request(await signInAdmin(world.app))).json());

    test('is empty before the first donation', async () => {
      expect(await read()).toEqual({
        isOverdue: false,
        runs: [],
        unknownPayments: 0,
        restore: null,
        lostPlans: [],
      });
    });

    test('has an overdue daily run if the last complete one is more than a day old', async () => {
      await reconcile(world.app.deps, 'recent');
      await world.advance(27 * 60 * 60);
      expect((await read()).isOverdue).toBe(true);
    });

    test('lists the latest five runs of each scope, newest first', async () => {
      await world.pay();
      for (let run = 0; run < 7; run += 1) {
        await world.advance(60);
        await reconcile(world.app.deps, 'open');
      }
      await reconcile(world.app.deps, 'recent');
      const { runs, isOverdue } = await read();
      expect(isOverdue).toBe(false);
      expect(runs.map(({ scope }) => scope)).toEqual(['recent', 'open', 'open', 'open', 'open', 'open']);
      expect(runs[0]).toMatchObject({ status: 'finished', feesBooked: 1, unknownAtProvider: [] });
      expect(runs.slice(1).map(({ startedAt }) => startedAt)).toEqual(
        runs
          .slice(1)
          .map(({ startedAt }) => startedAt)
          .toSorted()
          .toReversed(),
      );
    });

    test('is for staff only', async () => {
      expect((await request('')).statusCode).toBe(401);
      expect((await request((await signIn(world.app)).cookie)).statusCode).toBe(403);
    });
  });
});
