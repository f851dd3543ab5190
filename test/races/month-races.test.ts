import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closedMonth } from '#contract/admin/money/accounting.ts';
import { writeBalances } from '#server/accounting/index.ts';
import { call } from '../support/accounts/account-calls.ts';
import { loggedActions } from '../support/accounts/audit-log.ts';
import type { SignedIn } from '../support/accounts/signed-in.ts';
import { signInStaff } from '../support/accounts/staff.ts';
import { post, ledgerFindings } from '../support/accounting/random-ledger.ts';
import type { TestApp } from '../support/app/start-app.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

const rounds = 6;
const dayMs = 24 * 60 * 60 * 1000;
const later = { expires_at: '2099-01-01T00:00:00.000Z', seen_at: '2098-12-31T00:00:00.000Z' };

describe('two people who close the same month at the same time, on two servers with one PostgreSQL', () => {
  let apps: TwoApps;
  let fina: SignedIn;
  let olga: SignedIn;

  beforeAll(async () => {
    apps = await startTwoApps();
    fina = await signInStaff(apps.first, 'finance', { username: 'fina' });
    olga = await signInStaff(apps.first, 'owner', { username: 'olga' });
    await apps.first.deps.db.write.updateTable('sessions').set(later).execute();
  });
  afterAll(() => apps.close());

  const close = async (app: TestApp, { cookie }: SignedIn, month: string) => {
    const body = { month, reason: 'Month end' };
    const response = await call(app, { method: 'POST', url: '/api/admin/accounting/close', cookie, body });
    expect(response.statusCode).toBe(200);
    return closedMonth.parse(response.json());
  };

  test('close it once, and both are told who closed it', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const month = apps.first.clock.now().toISOString().slice(0, 7);
      await post(apps.first.deps, { from: 'charity:6', to: 'clearing:stripe', amountMinor: 476, currency: 'CAD' });
      for (const { clock } of [apps.first, apps.second]) clock.advance(32 * dayMs);
      await writeBalances(apps.first.deps);
      const [first, second] = await Promise.all([close(apps.first, fina, month), close(apps.second, olga, month)]);
      expect(first).toEqual(second);
      const logged = (await loggedActions(apps.first)).filter(({ subject }) => subject === `month ${month}`);
      expect(logged).toMatchObject([{ action: 'month_closed', actor_name: first.by }]);
    }
    expect(await ledgerFindings(apps.first.deps.db.read)).toEqual([]);
  });
});
