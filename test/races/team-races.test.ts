import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loggedActions } from '../support/accounts/audit-log.ts';
import { signIn, type SignedIn } from '../support/accounts/signed-in.ts';
import { invite, setRole, signInStaff } from '../support/accounts/staff.ts';
import { postText } from '../support/app/call-app.ts';
import type { TestApp } from '../support/app/start-app.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

const rounds = 8;

describe('a team that two servers on one PostgreSQL change at the same time', () => {
  let apps: TwoApps;
  beforeAll(async () => {
    apps = await startTwoApps();
  });
  afterAll(() => apps.close());

  const end = (app: TestApp, by: SignedIn, { user }: SignedIn) =>
    postText(app, `/api/admin/team/${user.id}/end`, '{"reason":"Has left"}', { cookie: by.cookie });

  test('keeps one of two Owners who remove each other', async () => {
    const [olga, otto] = [await signInStaff(apps.first, 'owner'), await signInStaff(apps.first, 'owner')];
    for (let round = 0; round < rounds; round += 1) {
      await setRole(apps.first, olga, 'owner');
      await setRole(apps.first, otto, 'owner');
      const responses = await Promise.all([end(apps.first, olga, otto), end(apps.second, otto, olga)]);
      expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 403]);
      const owners = await apps.first.deps.db.read
        .selectFrom('users')
        .select('id')
        .where('staff_role', '=', 'owner')
        .execute();
      expect(owners).toHaveLength(1);
    }
    await setRole(apps.first, olga, null);
    await setRole(apps.first, otto, null);
  });

  test('is joined only once with one invitation', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const rosa = await signIn(apps.first);
      const body = JSON.stringify({ token: await invite(apps.first, rosa.user.email) });
      const responses = await Promise.all(
        [apps.first, apps.second].map((app) => postText(app, '/api/team-invitation', body, { cookie: rosa.cookie })),
      );
      expect(responses.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 400]);
      const joined = (await loggedActions(apps.first)).filter(
        ({ action, subject }) => action === 'staff_joined' && subject === `user ${rosa.user.id}`,
      );
      expect(joined).toHaveLength(1);
    }
  });
});
