import { expect } from 'vitest';
import type { PlanResponse } from '#contract/plan.ts';
import { workOutbox, type OutboxRound } from '#server/outbox/worker.ts';
import type { SubscriptionProvider } from '#server/ports/subscription-provider.ts';
import { createCharityWatch, followCharityJob } from '#server/recurring/index.ts';
import { loggedActions } from '../accounts/audit-log.ts';
import { signIn, type SignedIn } from '../accounts/signed-in.ts';
import { roundOf } from '../app/outbox-round.ts';
import { ownOrigin } from '../app/start-app.ts';
import { insertCatalogueVersion } from '../catalogue/catalogue.ts';
import type { AppWithSandbox } from './app-with-sandbox.ts';
import { checkoutBody } from './checkout-body.ts';

/** A donor with one plan: one coffee a month to the Canadian food banks (charity 6). */
export interface MonthlyDonor extends SignedIn {
  readonly planId: string;
  plan(): Promise<PlanResponse>;
  /** Calls an endpoint of the plan, at a path below the plan's. Waits for the webhooks that the call causes. */
  send(method: 'GET' | 'POST' | 'PATCH', path: string, body?: object): Promise<{ status: number; body: unknown }>;
}

const daySeconds = 24 * 60 * 60;

/** Signs in a donor who starts the plan and pays its first month. */
export async function startMonthlyDonor(world: AppWithSandbox): Promise<MonthlyDonor> {
  const donor = await signIn(world.app);
  const inject = (method: 'GET' | 'POST' | 'PATCH', url: string, body?: object) =>
    world.app.server.inject({
      method,
      url,
      headers: { origin: ownOrigin, cookie: donor.cookie },
      ...(body ? { payload: body } : {}),
    });
  await world.pay(checkoutBody({ donation: { recurring: true } }), donor.cookie);
  const plan = async (): Promise<PlanResponse> => {
    const [only] = (await inject('GET', '/api/plans')).json<PlanResponse[]>();
    if (!only) throw new Error('there is no plan');
    return only;
  };
  const { id: planId } = await plan();
  return {
    ...donor,
    planId,
    plan,
    send: async (method, path, body) => {
      const response = await inject(method, `/api/plans/${planId}${path}`, body);
      await world.sandbox.sandbox.webhooks.whenIdle();
      return { status: response.statusCode, body: response.json() };
    },
  };
}

/** Advances the clocks by days, with visits in between, so that the session does not expire. */
export async function passDays(world: AppWithSandbox, donor: MonthlyDonor, days: number): Promise<void> {
  for (let left = days; left > 0; left -= 15) {
    await world.advance(Math.min(left, 15) * daySeconds);
    await donor.plan();
  }
}

/** Retires the Canadian food banks, or brings them back, at once or from a given time. */
export const retireCharity = ({ app }: AppWithSandbox, isRetired = true, from?: string): Promise<number> =>
  insertCatalogueVersion(app, { charities: { 6: { isRetired } } }, from);

interface ProcessOptions {
  /** Replaces functions of the provider. */
  readonly provider?: Partial<SubscriptionProvider>;
  readonly pageSize?: number;
}

/** Finds retired charities and runs the jobs about them, as a new process does. Returns how the jobs ended. */
export async function followCharities(
  { app, sandbox }: Pick<AppWithSandbox, 'app' | 'sandbox'>,
  { provider, pageSize }: ProcessOptions = {},
): Promise<OutboxRound> {
  const { cards } = app.deps;
  const deps = { ...app.deps, cards: { ...cards, subscriptions: { ...cards.subscriptions, ...provider } } };
  await createCharityWatch(deps, pageSize)();
  const round = await workOutbox(deps, { follow_charity: followCharityJob }, { jobsMax: 100, isParallel: true });
  await sandbox.sandbox.webhooks.whenIdle();
  return round;
}

/** Retires the Canadian food banks and stops the one plan for them. */
export async function stopPlan(world: AppWithSandbox): Promise<void> {
  await retireCharity(world);
  expect(await followCharities(world)).toEqual(roundOf({ done: 1 }));
}

/** Reads the charities of all donations, oldest first. */
export async function donatedCharities({ app }: AppWithSandbox): Promise<number[]> {
  const rows = await app.deps.db.read.selectFrom('donations').select('charity_id').orderBy('donated_at').execute();
  return rows.map((row) => row.charity_id);
}

/** Reads what each email about a plan is about, in alphabetical order: a kind of change, or `choose_charity`. */
export async function planMailTopics({ app }: AppWithSandbox): Promise<string[]> {
  const jobs = await app.deps.db.read
    .selectFrom('outbox')
    .select(['kind', 'payload'])
    .where('kind', 'in', ['choose_charity', 'plan_changed'])
    .execute();
  return jobs.map(({ kind, payload }) => (JSON.parse(payload) as { change?: string }).change ?? kind).toSorted();
}

/** Reads the names of the actions in the audit log, oldest first. */
export const loggedActionNames = async ({ app }: AppWithSandbox): Promise<string[]> =>
  (await loggedActions(app)).map(({ action }) => action);
