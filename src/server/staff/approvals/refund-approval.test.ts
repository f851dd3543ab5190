import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WaitingApproval } from '#contract/admin/approvals.ts';
import { refundSentences } from '#contract/admin/donations/refunds.ts';
import { formatUtcMoment } from '#domain/ledger/utc-day.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { paymentJobs } from '#server/payments/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { setRole, signInStaff } from '#test/support/accounts/staff.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startAppWithSandbox, type AppWithSandbox } from '#test/support/payments/app-with-sandbox.ts';
import { newRate } from '#test/support/rates/rates.ts';

const ownRequest = refusal('forbidden', 'Someone else on the team has to approve your request.');
const noPermission = refusal('forbidden', 'You do not have permission to do this.');

forEachDatabase((engine) => {
  describe('a refund above the limit of one person', () => {
    let world: AppWithSandbox;
    let donationId: string;
    let sam: SignedIn;
    let fina: SignedIn;

    beforeEach(async () => {
      world = await startAppWithSandbox(engine, { environment: { REFUND_APPROVAL_ABOVE: '2' } });
      donationId = (await world.pay()).donationId; // 5.24 Canadian dollars, 3.85 US dollars
      sam = await signInStaff(world.app, 'support', { username: 'sam' });
      fina = await signInStaff(world.app, 'finance', { username: 'fina' });
    });
    afterEach(async () => {
      await workOutbox(world.app.deps, paymentJobs);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await world.discrepancies()).toEqual([]);
      await world.close();
    });

    const post = async ({ cookie }: SignedIn, path: string, body: object, key?: string) => {
      const url = `/api/admin/${path}`;
      const headers = { cookie, ...(key === undefined ? {} : { 'idempotency-key': key }) };
      const response = await postText(world.app, url, JSON.stringify({ reason: 'Checked', ...body }), headers);
      return [response.statusCode, response.json<unknown>()];
    };
    const refund = (by: SignedIn, body: object = {}, key?: string) =>
      post(by, `donations/${donationId}/refund`, { reason: 'Paid twice', ...body }, key);
    const list = async ({ cookie }: SignedIn) =>
      (await call(world.app, { method: 'GET', url: '/api/admin/approvals', cookie })).json<WaitingApproval[]>();
    const waitingId = async (): Promise<string> => (await list(fina))[0]?.id ?? '';
    const approve = async (by: SignedIn) => post(by, `approvals/${await waitingId()}/approve`, {});
    const decline = async (by: SignedIn) => post(by, `approvals/${await waitingId()}/decline`, {});
    const refunded = async () => {
      await workOutbox(world.app.deps, paymentJobs);
      return (await world.control.readPayments()).map(({ amountRefundedMinor }) => amountRefundedMinor);
    };
    const needed = [200, { status: 'approval_needed', amount: 5.24, currency: 'CAD' }];

    test('is not reached by refunds that the provider refused', async () => {
      const [payment] = await world.control.readPayments();
      const paymentId = payment?.paymentIntentId ?? '';
      const part = (expectedRemaining: number) => ({ amount: 2, expectedRemaining }); // 1.47 US dollars
      const { disputeId } = await world.control.openDispute(paymentId, { amountMinor: 24 });
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await refund(sam, part(5), 'refused-refund')).toMatchObject([200, { status: 'requested' }]);
      expect(await refunded()).toEqual([0]);
      await world.control.decideDispute(disputeId, 'won');
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await refund(sam, part(5.24), 'second-refund')).toMatchObject([200, { status: 'requested' }]);
      expect(await refunded()).toEqual([200]);
      expect(await refund(sam, part(3.24), 'third-refund')).toMatchObject([200, { status: 'approval_needed' }]);
    });

    test('moves money only after someone else has approved it', async () => {
      expect(await refund(sam)).toEqual(needed);
      expect(await refunded()).toEqual([0]);
      expect(await list(fina)).toEqual([
        {
          id: expect.stringMatching(/^apr_/),
          kind: 'refund',
          subject: { kind: 'donation', id: donationId, partOf: null },
          summary: 'Refund of CAD 5.24',
          reason: 'Paid twice',
          requestedAt: world.app.clock.now().toISOString(),
          requestedBy: 'sam',
          isOwn: false,
          approvableAs: 'second_person',
        },
      ]);
      expect(await approve(fina)).toEqual([200, {}]);
      expect(await refunded()).toEqual([524]);
      expect([await list(fina), await list(sam)]).toEqual([[], []]);
      const entries = await loggedActions(world.app);
      expect(
        entries.map(({ action, actor_name: actor, reason }) => `${actor}: ${action}, ${reason}`).toSorted(),
      ).toEqual(
        [
          'sam: approval_requested, Paid twice',
          'fina: refund_requested, Paid twice',
          'fina: approval_given, Checked',
        ].toSorted(),
      );
    });

    test('cannot be approved by the person who requested it, by other roles, or by strangers', async () => {
      await refund(sam);
      expect(await list(sam)).toMatchObject([{ isOwn: true, approvableAs: 'none' }]);
      expect(await approve(sam)).toEqual([403, ownRequest]);
      const auditor = await signInStaff(world.app, 'auditor');
      expect([await list(auditor), await approve(auditor), await decline(auditor)]).toEqual([
        [],
        [403, noPermission],
        [403, noPermission],
      ]);
      expect(await approve(await signIn(world.app))).toEqual([403, noPermission]);
      const visitor = { ...sam, cookie: '' };
      expect((await approve(visitor))[0]).toBe(401);
      expect(await refunded()).toEqual([0]);
    });

    test('is listed for those who can approve it, even behind many requests that they cannot', async () => {
      const others = Array.from({ length: 200 }, (_, index) => ({
        id: `apr_${String(index).padStart(26, '0')}`,
        kind: 'payout_return' as const,
        subject_kind: 'payout' as const,
        subject_id: `pay_${index}`,
        payload: '{}',
        reason: 'On the bank statement',
        status: 'waiting' as const,
        requested_at: '2026-01-01T00:00:00.000Z',
        requested_by: fina.user.id,
        requester_name: 'fina',
        decided_at: null,
        decided_by: null,
        decider_name: null,
        decision_reason: null,
      }));
      await world.app.deps.db.write.insertInto('approvals').values(others).execute();
      await refund(fina);
      expect(await list(sam)).toMatchObject([{ kind: 'refund', approvableAs: 'second_person' }]);
    });

    test('is never made after it was declined, and can be requested again', async () => {
      await refund(sam);
      const first = await waitingId();
      expect(await decline(fina)).toEqual([200, {}]);
      const decided = [
        409,
        refusal('approval_decided', `fina declined this request on ${formatUtcMoment(world.app.clock.now())}.`),
      ];
      expect(await post(fina, `approvals/${first}/approve`, {})).toEqual(decided);
      expect(await refunded()).toEqual([0]);
      expect(await refund(sam)).toEqual(needed);
      expect(await waitingId()).not.toBe(first);
    });

    test('can be withdrawn by the person who requested it', async () => {
      await refund(sam);
      expect(await decline(sam)).toEqual([200, {}]);
      expect(await list(sam)).toEqual([]);
    });

    test('that is requested again waits once, and a different one cannot be requested while it waits', async () => {
      expect(await refund(sam, {}, 'first-click')).toEqual(needed);
      expect(await refund(sam, {}, 'first-click')).toEqual(needed);
      const waiting = [409, refusal('approval_waiting', refundSentences.approvalWaiting)];
      expect(await refund(sam, {}, 'second-click')).toEqual(waiting);
      expect(await refund(fina, { amount: 1 }, 'other-refund')).toEqual(waiting);
      expect(await list(fina)).toHaveLength(1);
      await approve(fina);
      expect(await refund(sam, {}, 'first-click')).toEqual([
        200,
        { status: 'requested', amount: 5.24, currency: 'CAD' },
      ]);
      expect(await refunded()).toEqual([524]);
    });

    test('is not made if too little is left of the donation when it is approved', async () => {
      await refund(sam, { amount: 4 }, 'four-dollars');
      const [payment] = await world.control.readPayments();
      await world.control.refund(payment!.paymentIntentId, 300);
      await world.sandbox.sandbox.webhooks.whenIdle();
      expect(await approve(fina)).toEqual([409, refusal('approval_outdated', refundSentences.noLongerFits)]);
      expect(await list(fina)).toHaveLength(1);
      expect((await loggedActions(world.app)).map(({ action }) => action)).toEqual(['approval_requested']);
      expect(await decline(fina)).toEqual([200, {}]);
    });

    test('may consist of parts that are each below the limit', async () => {
      const part = { amount: 2.5 };
      expect(await refund(sam, part, 'first-part')).toMatchObject([200, { status: 'requested' }]);
      expect(await refunded()).toEqual([250]);
      expect(await refund(sam, part, 'second-part')).toMatchObject([200, { status: 'approval_needed' }]);
      expect(await refunded()).toEqual([250]);
    });

    test('needs a second person even after the requester has published a very low value for its currency', async () => {
      const rates = [newRate({ unitsPerDollar: '1000000' })];
      expect((await post(fina, 'rates', { rates, confirmed: ['CAD'], basedOn: 0 }))[0]).toBe(200);
      expect(await refund(fina)).toEqual(needed);
      expect(await refunded()).toEqual([0]);
    });

    test('can be approved by its requester only if the requester is an Owner and no one else may approve it, and the log says so', async () => {
      const olga = await signInStaff(world.app, 'owner', { username: 'olga' });
      await refund(olga);
      expect(await approve(olga)).toEqual([403, ownRequest]);
      await setRole(world.app, fina, 'auditor');
      await setRole(world.app, sam, null);
      expect(await list(olga)).toMatchObject([{ isOwn: true, approvableAs: 'waiver' }]);
      const { id } = (await list(olga))[0]!;
      expect(await post(olga, `approvals/${id}/approve`, {})).toEqual([200, {}]);
      expect(await refunded()).toEqual([524]);
      expect(await loggedActions(world.app)).toContainEqual(
        expect.objectContaining({ action: 'approval_waived', actor_name: 'olga', reason: 'Checked' }),
      );
    });

    test('ends when the person who requested it is removed from the team, and can be requested again', async () => {
      const olga = await signInStaff(world.app, 'owner', { username: 'olga' });
      await refund(sam);
      const id = await waitingId();
      expect(await post(olga, `team/${sam.user.id}/end`, { reason: 'Left' })).toEqual([200, {}]);
      expect(await list(fina)).toEqual([]);
      expect((await post(fina, `approvals/${id}/approve`, {}))[0]).toBe(409);
      expect(await refunded()).toEqual([0]);
      expect(await loggedActions(world.app)).toContainEqual({
        action: 'approval_withdrawn',
        actor_name: 'olga',
        subject: `donation ${donationId}`,
        before: null,
        after: { kind: 'refund', approval: id, requestedBy: 'sam' },
        reason: 'Left',
      });
      expect(await refund(fina)).toEqual(needed);
    });

    test('ends when the person who requested it deletes the account', async () => {
      await refund(sam);
      const deletion = { method: 'POST', url: '/api/account/deletion', cookie: sam.cookie } as const;
      const response = await call(world.app, { ...deletion, body: { password: donorPassword } });
      expect(response.statusCode).toBe(200);
      expect(await list(fina)).toEqual([]);
      expect(await loggedActions(world.app)).toContainEqual(
        expect.objectContaining({ action: 'approval_withdrawn', actor_name: 'sam' }),
      );
    });

    test('stays when someone else leaves the team', async () => {
      await refund(sam);
      const olga = await signInStaff(world.app, 'owner', { username: 'olga' });
      expect((await post(olga, `team/${fina.user.id}/end`, {}))[0]).toBe(200);
      expect(await list(olga)).toMatchObject([{ requestedBy: 'sam' }]);
    });

    test.each([{ reason: '' }, { reason: ' ' }, { reason: 'x'.repeat(501) }, { reason: 7 }])(
      'is not decided without a reason (%j)',
      async (body) => {
        await refund(sam);
        for (const decision of ['approve', 'decline'])
          expect((await post(fina, `approvals/${await waitingId()}/${decision}`, body))[0]).toBe(400);
      },
    );

    test.each(['apr_00000000000000000000000000', 'don_1', '%'])('with the unknown id %s is not found', async (id) => {
      for (const decision of ['approve', 'decline'])
        expect(await post(fina, `approvals/${encodeURIComponent(id)}/${decision}`, {})).toEqual([
          404,
          refusal('not_found', 'There is no such request.'),
        ]);
    });
  });
});
