import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlanResponse } from '#contract/plan.ts';
import { addMonths } from '#domain/recurring/add-months.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { insertCatalogueVersion } from '#test/support/catalogue/catalogue.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { followCharities, startMonthlyDonor, type MonthlyDonor } from '#test/support/payments/monthly-donor.ts';

/** An action of staff, the donor or the schedule, or the passing of a month. `5` and `6` are charities. */
type Action =
  | { readonly kind: 'retire' | 'bring back' | 'choose'; readonly charity: 5 | 6 }
  | { readonly kind: 'pause' | 'resume' | 'schedule' | 'schedule without provider' | 'next month' };

/** The expected state of the plan. */
interface Model {
  readonly retired: Set<number>;
  charity: number;
  isWaiting: boolean;
  isStopped: boolean;
  pausedUntil: Date | undefined;
  months: number;
  readonly charged: number[];
  stopEmails: number;
  charityBackEmails: number;
}

const newModel = (): Model => ({
  retired: new Set(),
  charity: 6,
  isWaiting: false,
  isStopped: false,
  pausedUntil: undefined,
  months: 0,
  charged: [6],
  stopEmails: 0,
  charityBackEmails: 0,
});

const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('retire', 'bring back', 'choose'),
    charity: fc.constantFrom<5 | 6>(5, 6),
  }),
  fc.record({
    kind: fc.constantFrom(
      'pause',
      'resume',
      'schedule',
      'schedule',
      'schedule without provider',
      'next month',
      'next month',
    ),
  }),
);

forEachDatabase((engine) => {
  describe(`any sequence of changes to a charity and a plan, on ${engine}`, () => {
    let world: AppWithSandbox;

    beforeAll(async () => {
      world = await startAppWithSandbox(engine);
    });
    afterAll(() => world.close());

    test('the plan is charged once a month unless it is stopped or paused, and each stop sends one email, as does a restart when the charity is back', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 14 }), async (actions) => {
          const donor = await startMonthlyDonor(world);
          const model = newModel();
          for (const each of actions) {
            world.app.clock.advance(1); // as in reality, where two stops of a plan never have the same time
            await act(donor, model, each);
            await world.sandbox.sandbox.webhooks.whenIdle();
            expect(await observe(donor)).toEqual(expected(model, world.app.clock.now()));
          }
          await donor.send('POST', '/cancel');
          for (const charity of model.retired) await setRetired(charity, false);
          expect(await world.discrepancies()).toEqual([]);
        }),
        { numRuns: 12 },
      );
    });

    const setRetired = (charity: number, isRetired: boolean) =>
      insertCatalogueVersion(world.app, { charities: { [charity]: { isRetired } } });

    async function act(donor: MonthlyDonor, model: Model, each: Action): Promise<void> {
      const isRetired = model.retired.has(model.charity);
      switch (each.kind) {
        case 'retire':
        case 'bring back': {
          if (model.retired.has(each.charity) === (each.kind === 'retire')) return;
          await setRetired(each.charity, each.kind === 'retire');
          if (each.kind === 'retire') model.retired.add(each.charity);
          else model.retired.delete(each.charity);
          return;
        }
        case 'choose': {
          const { status } = await donor.send('PATCH', '', { charityId: each.charity });
          if (model.retired.has(each.charity)) return expect(status).toBe(400);
          if (model.isWaiting && each.charity === model.charity) return expect(status).toBe(409);
          expect(status).toBe(200);
          return void Object.assign(model, { charity: each.charity, isWaiting: false, isStopped: false });
        }
        case 'pause': {
          const { status, body } = await donor.send('POST', '/pause', { months: 1 });
          if (isRetired || model.isWaiting) return expect(status).toBe(409);
          expect(status).toBe(200);
          return void (model.pausedUntil = new Date((body as PlanResponse).pausedUntil ?? ''));
        }
        case 'resume': {
          const { status } = await donor.send('POST', '/resume');
          if (isRetired || model.isWaiting) return expect(status).toBe(409);
          expect(status).toBe(200);
          return void (model.pausedUntil = undefined);
        }
        case 'schedule':
          await followCharities(world);
          return runScheduleOn(model);
        case 'schedule without provider':
          await followWithoutProvider();
          if (isRetired) model.isWaiting = true;
          return undefined;
        case 'next month':
          return passMonth(donor, model);
      }
    }

    async function followWithoutProvider(): Promise<void> {
      const unavailable = async () => ({ code: 'unavailable', detail: 'down' }) as const;
      const provider = { stopSubscription: unavailable, restartSubscription: unavailable };
      await followCharities(world, { provider });
      await world.advance(9 * 60 * 60); // longer than a failed job waits, however often it has failed
    }

    /** Advances past the next charge day, with a visit in between, so that the session does not expire. */
    async function passMonth(donor: MonthlyDonor, model: Model): Promise<void> {
      const { startedAt } = await donor.plan();
      model.months += 1;
      const due = addMonths(new Date(startedAt), model.months);
      const seconds = Math.round((due.getTime() - world.app.clock.now().getTime()) / 1000) + 3600;
      await world.advance(Math.floor(seconds / 2));
      await donor.plan();
      await world.advance(Math.ceil(seconds / 2));
      const isPaused = model.pausedUntil !== undefined && model.pausedUntil > due;
      if (!model.isStopped && !isPaused) model.charged.push(model.charity);
    }

    /** Reads what the plan shows, its charges and its emails. */
    async function observe(donor: MonthlyDonor) {
      const { db } = world.app.deps;
      const donations = await db.read
        .selectFrom('donations')
        .select('charity_id')
        .where('donor_id', '=', donor.user.id)
        .orderBy('donated_at')
        .execute();
      const mails = await db.read
        .selectFrom('outbox')
        .select(['kind', 'payload'])
        .where('about', '=', donor.planId)
        .where('kind', 'in', ['choose_charity', 'plan_changed'])
        .execute();
      const { status, charityId, waitsForCharity } = await donor.plan();
      return {
        status,
        charityId,
        waitsForCharity,
        charged: donations.map((donation) => donation.charity_id),
        stopEmails: mails.filter(({ kind }) => kind === 'choose_charity').length,
        charityBackEmails: mails.filter(({ payload }) => payload.includes('charity_back')).length,
      };
    }
  });
});

function runScheduleOn(model: Model): void {
  const isRetired = model.retired.has(model.charity);
  if (isRetired && !model.isStopped) {
    model.stopEmails += 1;
    Object.assign(model, { isWaiting: true, isStopped: true });
  } else if (!isRetired && model.isWaiting) {
    if (model.isStopped) model.charityBackEmails += 1;
    Object.assign(model, { isWaiting: false, isStopped: false });
  }
}

const expected = (model: Model, now: Date) => ({
  status: model.isStopped || (model.pausedUntil !== undefined && model.pausedUntil > now) ? 'paused' : 'active',
  charityId: model.charity,
  waitsForCharity: model.isWaiting,
  charged: model.charged,
  stopEmails: model.stopEmails,
  charityBackEmails: model.charityBackEmails,
});
