import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitingPayoutDecisionsResponse, type WaitingPayoutDecision } from '#contract/admin/money/payouts.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { memberOf, setRole, signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { accountDetails } from '#test/support/payouts/ledger-world.ts';
import { openBatch, todayOf } from '#test/support/payouts/valid-payout-calls.ts';
import { proposeAccount } from './bank-accounts/change-account.ts';
import { cancelBatch } from './batches/decide-batch.ts';

forEachDatabase((engine) => {
  describe('the decisions about payouts that wait', () => {
    let app: TestApp;
    let fina: SignedIn;
    let olga: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine);
      fina = await signInStaff(app, 'finance', { username: 'fina' });
      olga = await signInStaff(app, 'owner', { username: 'olga' });
    });
    afterEach(() => app.close());

    const request = ({ cookie }: Pick<SignedIn, 'cookie'>) =>
      call(app, { method: 'GET', url: '/api/admin/payout-decisions', cookie });
    const list = async (by: SignedIn): Promise<WaitingPayoutDecision[]> =>
      waitingPayoutDecisionsResponse.parse((await request(by)).json());
    const propose = async (charityId: number | null) => {
      const holder = { charityId, currency: 'CAD' } as const;
      const proposal = { details: accountDetails, reason: 'By phone' };
      expect((await proposeAccount(app.deps, await memberOf(app.deps, fina.user.id), holder, proposal)).code).toBe(
        'proposed',
      );
    };

    test('are open batches and proposed bank accounts, oldest first, until someone decides', async () => {
      const { batchId } = await openBatch(app, fina.user.id);
      const at = app.clock.now().toISOString();
      app.clock.advance(1000);
      await propose(6);
      expect(await list(olga)).toEqual([
        {
          kind: 'payout_batch',
          batchId,
          day: todayOf(app),
          payouts: 1,
          sums: [{ amount: 10, currency: 'CAD' }],
          requestedAt: at,
          requestedBy: 'fina',
          isOwn: false,
          mayDecide: true,
        },
        {
          kind: 'bank_account',
          charityId: 6,
          charityName: 'Food banks across Canada',
          currency: 'CAD',
          lastFour: expect.stringMatching(/^.{4}$/),
          requestedAt: app.clock.now().toISOString(),
          requestedBy: 'fina',
          isOwn: false,
          mayDecide: true,
        },
      ]);
      await cancelBatch(app.deps, await memberOf(app.deps, olga.user.id), batchId, 'Wrong day');
      expect(await list(olga)).toMatchObject([{ kind: 'bank_account' }]);
    });

    test('are for someone other than the person who asked, unless no one else can decide', async () => {
      await openBatch(app, olga.user.id);
      expect(await list(olga)).toMatchObject([{ isOwn: true, mayDecide: false }]);
      expect(await list(fina)).toMatchObject([{ isOwn: false, mayDecide: true }]);
      await setRole(app, fina, 'auditor');
      expect(await list(olga)).toMatchObject([{ isOwn: true, mayDecide: true }]);
    });

    test('can be about our bank account', async () => {
      await propose(null);
      expect(await list(olga)).toMatchObject([{ kind: 'bank_account', charityId: 0, charityName: null }]);
    });

    test('are shown only to those who manage payouts', async () => {
      expect((await request({ cookie: '' })).statusCode).toBe(401);
      expect((await request(await signIn(app))).statusCode).toBe(403);
      for (const role of ['support', 'content', 'auditor'] as const)
        expect((await request(await signInStaff(app, role))).statusCode).toBe(403);
    });
  });
});
