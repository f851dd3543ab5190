import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { bookInvoice } from '#server/payments/index.ts';
import { call } from '../support/accounts/account-calls.ts';
import { confirmAddressOf, signIn, signInAdmin, type SignedIn } from '../support/accounts/signed-in.ts';
import { insertActivePlan } from '../support/payments/active-subscriptions.ts';
import { findOrphans, rowOf, runInOrderAtLock, type Work } from './deletion-race.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

describe('merging two accounts at one server while another server records a renewal of a monthly donation', () => {
  let apps: TwoApps;
  let kept: SignedIn;
  let ending: SignedIn;
  let cookie: string;

  beforeEach(async () => {
    apps = await startTwoApps();
    cookie = await signInAdmin(apps.first);
    kept = await signIn(apps.first, { email: 'kept@example.org' });
    ending = await signIn(apps.first, { email: 'ending@example.org' });
    for (const donor of [kept, ending]) await confirmAddressOf(apps.first, donor);
  });
  afterEach(() => apps.close());

  const merge: Work = async () =>
    (
      await call(apps.second, {
        method: 'POST',
        url: `/api/admin/donors/${kept.user.id}/merge`,
        cookie,
        body: { with: ending.user.id, reason: 'The same person' },
      })
    ).statusCode;
  const renewalOf =
    (planId: string): Work =>
    async () => {
      const { deps } = apps.first;
      const terms = await deps.db.read.selectFrom('plan_terms').selectAll().executeTakeFirstOrThrow();
      const booked = await bookInvoice(deps, {
        invoiceId: 'in_1',
        subscriptionId: `sub_${planId}`,
        planId,
        isLive: false,
        reason: 'renewal',
        status: 'paid',
        createdAt: deps.clock.now(),
        collected: money(terms.charge_total_minor, 'CAD'),
        paidAt: deps.clock.now(),
        paymentId: 'pi_1',
        charityId: terms.charity_id,
        attemptCount: 1,
        nextAttemptAt: undefined,
        payUrl: undefined,
      });
      return booked.code;
    };
  const expectAllKept = async (): Promise<void> => {
    const { read } = apps.first.deps.db;
    const donations = await read.selectFrom('donations').select('donor_id').execute();
    const renewals = read.selectFrom('donation_intents').select('donor_id').where('provider_session_id', '=', 'in_1');
    const plans = await read.selectFrom('plans').select('donor_id').execute();
    const own = { donor_id: kept.user.id };
    expect([donations, await renewals.execute(), plans]).toEqual([[own, own], [own], [own]]); // first month and renewal
    expect(await findOrphans(apps)).toEqual([]);
  };

  test('moves a renewal that had already read the ending account to the kept account', async () => {
    const planId = await insertActivePlan(apps.first, ending);
    expect(await runInOrderAtLock(apps, rowOf(ending.user), [merge, renewalOf(planId)])).toEqual([200, 'booked']);
    await expectAllKept();
  });

  test('moves a renewal that was recorded just before to the kept account', async () => {
    const planId = await insertActivePlan(apps.first, ending);
    expect(await runInOrderAtLock(apps, rowOf(ending.user), [renewalOf(planId), merge])).toEqual(['booked', 200]);
    await expectAllKept();
  });
});
