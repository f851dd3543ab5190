import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migratedDatabase, type FreshDatabase } from '../support/app/databases.ts';
import { startApp, type TestApp } from '../support/app/start-app.ts';
import { startAppWithSandbox, type AppWithSandbox } from '../support/payments/app-with-sandbox.ts';
import {
  followCharities,
  passDays,
  planMailTopics,
  retireCharity,
  startMonthlyDonor,
  type MonthlyDonor,
} from '../support/payments/monthly-donor.ts';
import { providerVariables } from '../support/payments/silent-sandbox.ts';
import { waitForBlocked } from './two-apps.ts';

let database: FreshDatabase;
let world: AppWithSandbox;
/** Another server process over the same database, which does the scheduled work. */
let other: TestApp;

beforeAll(async () => {
  database = await migratedDatabase('postgres');
  const { databaseUrl = '' } = database;
  world = await startAppWithSandbox('postgres', { databaseUrl });
  other = await startApp('postgres', {
    databaseUrl,
    clock: world.app.clock,
    environment: providerVariables(world.sandbox),
  });
});
afterAll(async () => {
  await other.close();
  await world.close();
  await database.drop();
});

const work = async () => {
  await other.deps.published.catalogue.refresh(other.deps.db.read);
  return followCharities({ app: other, sandbox: world.sandbox });
};

/** Starts the job and the choice while the plan is locked, so both begin before one ends. Returns the choice's status. */
async function race(donor: MonthlyDonor, first: 'choice' | 'job'): Promise<number> {
  const { db } = world.app.deps;
  const choose = () => donor.send('PATCH', '', { charityId: 5 });
  const running = await db.write.transaction().execute(async (tx) => {
    await sql`select id from plans where id = ${donor.planId} for update`.execute(tx);
    const one = first === 'choice' ? { choice: choose() } : { job: work() };
    await waitForBlocked(world.app.deps, 1);
    const two = { choice: choose, job: work };
    const both = { choice: one.choice ?? two.choice(), job: one.job ?? two.job() };
    await waitForBlocked(world.app.deps, 2);
    return both;
  });
  await running.job;
  return (await running.choice).status;
}

test.each(['choice', 'job', 'choice', 'job'] as const)(
  'a donor who chooses a charity while the plan is being stopped is then charged only for that charity (%s first)',
  async (first) => {
    await retireCharity(world, false);
    const donor = await startMonthlyDonor(world);
    const mailsBefore = await planMailTopics(world);
    await retireCharity(world);
    const status = await race(donor, first);
    if (status === 409) expect((await donor.send('PATCH', '', { charityId: 5 })).status).toBe(200);
    else expect(status).toBe(200);
    world.app.clock.advance(10_000); // the job that found the plan busy is due
    await work();
    expect(await donor.plan()).toMatchObject({ status: 'active', charityId: 5, waitsForCharity: false });
    const reminders = (await planMailTopics(world)).length - mailsBefore.length - 1; // one email is about the choice
    expect(reminders).toBe(status === 409 ? 1 : 0);
    await passDays(world, donor, 31);
    const donations = await world.app.deps.db.read
      .selectFrom('donations')
      .select('charity_id')
      .where('donor_id', '=', donor.user.id)
      .orderBy('donated_at')
      .execute();
    expect(donations.map((row) => row.charity_id)).toEqual([6, 5]);
    await donor.send('POST', '/cancel');
    expect(await world.discrepancies()).toEqual([]);
  },
);
