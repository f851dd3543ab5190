import { afterEach, beforeEach, expect, test } from 'vitest';
import { alertStaff } from '#server/admin/index.ts';
import { signInStaff } from '../support/accounts/staff.ts';
import { insertQuarantined } from '../support/review/quarantined.ts';
import { startTwoApps, waitForBlocked, type TwoApps } from './two-apps.ts';

let apps: TwoApps;
beforeEach(async () => {
  apps = await startTwoApps();
});
afterEach(() => apps.close());

test('two servers that notice a condition at the same time send each person one alert', async () => {
  const { first, second } = apps;
  const { db } = first.deps;
  await signInStaff(first, 'owner');
  await signInStaff(first, 'finance');
  await insertQuarantined(first.deps, { eventId: 'evt_1', reason: 'unknown_session', detail: {} });
  const rounds = await db.write.transaction().execute(async (tx) => {
    await tx.insertInto('turns').values({ subject: 'alerts' }).execute();
    const running = [alertStaff(first.deps), alertStaff(second.deps)];
    await waitForBlocked(first.deps, running.length);
    await tx.deleteFrom('turns').where('subject', '=', 'alerts').execute();
    return { ended: Promise.all(running) };
  });
  expect(new Set(await rounds.ended)).toEqual(new Set([0, 2]));
  const alerts = await db.read.selectFrom('outbox').select('id').where('kind', '=', 'staff_alert').execute();
  expect(alerts).toHaveLength(2);
});
