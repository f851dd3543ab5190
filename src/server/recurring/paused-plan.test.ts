import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PlanResponse } from '#contract/plan.ts';
import { chargeAfterPause } from '#domain/recurring/pause.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin } from '#test/support/app/start-app.ts';
import { planMailWriters } from './index.ts';

forEachDatabase((engine) => {
  describe('a paused plan', () => {
    let world: AppWithSandbox;
    let donor: SignedIn;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterEach(() => world.close());

    const now = (): Date => world.app.deps.clock.now();
    const headers = () => ({ origin: ownOrigin, cookie: donor.cookie });

    /** Starts a plan at noon UTC on a day of the coming year. */
    async function startPlanOn(month: number, day: number): Promise<PlanResponse> {
      const start = Date.UTC(now().getUTCFullYear() + 1, month - 1, day, 12);
      await world.advance(Math.round((start - now().getTime()) / 1000));
      donor = await signIn(world.app);
      await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
      const response = await world.app.server.inject({ url: '/api/plans', headers: headers() });
      return response.json<[PlanResponse]>()[0];
    }

    async function pause(plan: PlanResponse, months: number): Promise<PlanResponse> {
      const url = `/api/plans/${plan.id}/pause`;
      const response = await world.app.server.inject({ method: 'POST', url, headers: headers(), payload: { months } });
      expect(response.statusCode).toBe(200);
      return response.json<PlanResponse>();
    }

    async function pauseMail(): Promise<string | undefined> {
      const deps = { ...world.app.deps, renderMail: builtMails() };
      const job = await deps.db.read
        .selectFrom('outbox')
        .selectAll()
        .where('kind', '=', 'plan_changed')
        .executeTakeFirstOrThrow();
      return (await planMailWriters.plan_changed?.(deps, job))?.text.replaceAll(/\s+/g, ' ');
    }

    test.each([
      ['the 15th', 1, 15, 2],
      ['the 31st, at the end of February', 1, 31, 1],
      ['the 31st, until the end of February', 12, 31, 1],
    ])(
      'charged on %s shows the same day of its next charge in the dialog, on the page and in the email',
      async (_day, month, day, months) => {
        const plan = await startPlanOn(month, day);
        const dialogDay = chargeAfterPause(
          { nextChargeAt: new Date(plan.nextChargeAt ?? ''), startedAt: new Date(plan.startedAt) },
          months,
        );
        const paused = await pause(plan, months); // toast, badge and next gift all read `nextChargeAt`
        expect(paused).toMatchObject({ status: 'paused', nextChargeAt: dialogDay.toISOString() });
        const shownDay = dialogDay.toLocaleDateString('en-US', {
          year: 'numeric',
          month: 'short',
          day: 'numeric',
          timeZone: 'America/Toronto',
        });
        expect(await pauseMail()).toContain(
          `Your gift is paused until ${shownDay}, and nothing will be charged before then. After that it resumes automatically:`,
        );
      },
    );
  });
});
