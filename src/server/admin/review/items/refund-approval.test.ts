import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { reviewItemSentences } from '#contract/admin/review/review-items.ts';
import type { WaitingApproval } from '#contract/admin/approvals.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { paymentJobs } from '#server/payments/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { setRole, signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { newRate } from '#test/support/rates/rates.ts';
import { insertQuarantined } from '#test/support/review/quarantined.ts';
import { decideAs, listItemsAs } from '#test/support/review/review-desk.ts';

const itemId = 'quarantined:stripe:evt_1';
const approvalNeeded = [200, { status: 'approval_needed', donationId: null }];
const requested = [200, { status: 'refund_requested', donationId: null }];

forEachDatabase((engine) => {
  describe('the refund of a quarantined payment', () => {
    let app: TestApp;
    let fina: SignedIn;
    let olga: SignedIn;
    const refunds: string[] = [];

    beforeEach(async () => {
      refunds.length = 0;
      const cards = stubCards();
      cards.refundPayment = async ({ paymentId }) => {
        refunds.push(paymentId);
        return { code: 'unavailable', detail: 'no response' };
      };
      app = await startApp(engine, { cards, environment: { REFUND_APPROVAL_ABOVE: '2' } });
      fina = await signInStaff(app, 'finance', { username: 'fina' });
      olga = await signInStaff(app, 'owner', { username: 'olga' });
    });
    afterEach(() => app.close());

    const quarantine = (collected: object | undefined, eventId = 'evt_1') =>
      insertQuarantined(app.deps, {
        eventId,
        reason: 'unknown_session',
        detail: { sessionId: 'cs_1', paymentId: 'pi_1', fact: { kind: 'settled', collected } },
      });
    const dollars = (amountMinor: number) => ({ amountMinor, currency: 'USD' });
    const list = async ({ cookie }: SignedIn) =>
      (await call(app, { method: 'GET', url: '/api/admin/approvals', cookie })).json<WaitingApproval[]>();
    const approve = async ({ cookie }: SignedIn): Promise<[number, unknown]> => {
      const url = `/api/admin/approvals/${(await list(olga))[0]?.id ?? ''}/approve`;
      const response = await call(app, { method: 'POST', url, cookie, body: { reason: 'Checked' } });
      return [response.statusCode, response.json()];
    };
    const refunded = async () => {
      await workOutbox(app.deps, paymentJobs);
      return refunds;
    };
    const actions = async () => (await loggedActions(app)).map(({ action, actor_name: by }) => `${by}: ${action}`);

    test('above the limit moves money once, and only after someone else has approved it', async () => {
      await quarantine(dollars(201));
      expect(await decideAs(app, fina, itemId, 'refund')).toEqual(approvalNeeded);
      expect([await refunded(), await listItemsAs(app, fina)]).toMatchObject([[], [{ isRefundWaiting: true }]]);
      expect(await list(olga)).toMatchObject([
        {
          kind: 'review_refund',
          subject: { kind: 'review_item', id: itemId, partOf: null },
          summary: 'Refund of USD 2.01 for a payment without a donation',
          requestedBy: 'fina',
        },
      ]);
      expect((await approve(fina))[0]).toBe(403);
      expect(await refunded()).toEqual([]);
      expect(await approve(olga)).toEqual([200, {}]);
      expect([await refunded(), await listItemsAs(app, fina)]).toEqual([['pi_1'], []]);
      expect((await actions()).toSorted()).toEqual(
        ['fina: approval_requested', 'olga: payment_refund_requested', 'olga: approval_given'].toSorted(),
      );
      expect(await loggedActions(app)).toContainEqual(
        expect.objectContaining({ action: 'payment_refund_requested', after: { requestedBy: 'fina' } }),
      );
      expect((await decideAs(app, fina, itemId, 'refund'))[0]).toBe(409);
    });

    test('needs no approval up to the limit', async () => {
      await quarantine(dollars(200));
      expect(await decideAs(app, fina, itemId, 'refund')).toEqual(requested);
      expect(await refunded()).toEqual(['pi_1']);
    });

    test('needs approval even after the requester has published a very low value for its currency', async () => {
      await quarantine({ amountMinor: 524, currency: 'CAD' });
      const rates = [newRate({ unitsPerDollar: '1000000' })];
      const body = { rates, confirmed: ['CAD'], basedOn: 0, reason: 'Weekly rates' };
      const published = await call(app, { method: 'POST', url: '/api/admin/rates', cookie: fina.cookie, body });
      expect(published.statusCode).toBe(200);
      expect(await decideAs(app, fina, itemId, 'refund')).toEqual(approvalNeeded);
      expect(await refunded()).toEqual([]);
    });

    test('needs approval for an unknown amount', async () => {
      await quarantine(undefined);
      expect(await decideAs(app, fina, itemId, 'refund')).toEqual(approvalNeeded);
      expect(await list(olga)).toMatchObject([
        { summary: 'Refund of an unknown amount for a payment without a donation' },
      ]);
      expect(await refunded()).toEqual([]);
    });

    test('needs approval if one of its messages names an amount above the limit', async () => {
      await quarantine(dollars(100));
      await quarantine(dollars(201), 'evt_2');
      expect(await decideAs(app, fina, itemId, 'refund')).toEqual(approvalNeeded);
    });

    test('waits once, however often and by however many people it is requested', async () => {
      await quarantine(dollars(201));
      for (const by of [fina, fina, olga]) expect(await decideAs(app, by, itemId, 'refund')).toEqual(approvalNeeded);
      expect(await list(olga)).toHaveLength(1);
      expect(await actions()).toEqual(['fina: approval_requested']);
    });

    test.each(['another decision', 'another amount'])('is not made after %s', async (what) => {
      await quarantine(dollars(201));
      await decideAs(app, fina, itemId, 'refund');
      if (what === 'another decision') await decideAs(app, fina, itemId, 'dismiss');
      else
        await app.deps.db.write
          .updateTable('quarantined_events')
          .set({ detail: JSON.stringify({ paymentId: 'pi_1', fact: { kind: 'settled', collected: dollars(900) } }) })
          .execute();
      expect(await approve(olga)).toEqual([409, refusal('approval_outdated', reviewItemSentences.refundOutdated)]);
      expect([await refunded(), await list(olga)]).toMatchObject([[], [{ kind: 'review_refund' }]]);
    });

    test('can be approved alone by an Owner when no one else has the right, and the audit log says so', async () => {
      await quarantine(dollars(201));
      await decideAs(app, olga, itemId, 'refund');
      expect((await approve(olga))[0]).toBe(403);
      await setRole(app, fina, 'support');
      expect(await list(fina)).toEqual([]);
      expect(await approve(olga)).toEqual([200, {}]);
      expect(await refunded()).toEqual(['pi_1']);
      expect(await actions()).toContain('olga: approval_waived');
    });
  });
});
