import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../support/accounts/account-calls.ts';
import { donorPassword, signIn, type SignedIn } from '../support/accounts/signed-in.ts';
import { startTwoApps, waitForBlocked, type TwoApps } from './two-apps.ts';

/** Locks are taken in one order, the account first. Otherwise two requests could wait for each other. */
describe('a request that waits for its account', () => {
  let apps: TwoApps;
  let donor: SignedIn;

  beforeEach(async () => {
    apps = await startTwoApps();
    donor = await signIn(apps.first, { username: 'ana', email: 'ana@example.org' });
  });
  afterEach(() => apps.close());

  const changeEmail = (email: string) =>
    call(apps.second, {
      method: 'POST',
      url: '/api/account/email',
      cookie: donor.cookie,
      body: { email, password: donorPassword },
    });
  const endOtherDevices = () =>
    call(apps.second, { method: 'DELETE', url: '/api/account/devices', cookie: donor.cookie });

  test.each([
    ['changes the address', 'mail_links', () => changeEmail('new@example.org')],
    ['ends other devices', 'sessions', endOtherDevices],
  ] as const)('has locked no other row of the account when it %s', async (_title, table, request) => {
    await changeEmail('mistyped@example.org');
    const { response, locked } = await apps.first.deps.db.write.transaction().execute(async (tx) => {
      await sql`select id from users where id = ${donor.user.id} for no key update`.execute(tx);
      const sent = request();
      const blocked = waitForBlocked(apps.first.deps, 1).then(() => 'waits');
      expect(await Promise.race([blocked, sent.then(() => 'is done')])).toBe('waits');
      const { rows } = await sql`
        select user_id from ${sql.table(table)} where user_id = ${donor.user.id} for update nowait`.execute(tx);
      return { response: sent, locked: rows.length };
    });
    expect(locked).toBeGreaterThan(0);
    expect((await response).statusCode).toBeLessThan(300);
  });
});
