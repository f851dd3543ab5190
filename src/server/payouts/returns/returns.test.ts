import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WaitingApproval } from '#contract/admin/approvals.ts';
import type { BatchResponse } from '#contract/admin/money/payouts.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { readPdf } from '#test/support/app/read-pdf.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { openBatch, paidBatch, todayOf } from '#test/support/payouts/valid-payout-calls.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

const approvalNeeded = { status: 200, body: { status: 'approval_needed' } };
const unknownPayoutId = 'pay_00000000000000000000000000';

forEachDatabase((engine) => {
  describe('the return of a payout', () => {
    let app: TestApp;
    let fina: SignedIn;
    let olga: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      fina = await signInStaff(app, 'finance', { username: 'fina' });
      olga = await signInStaff(app, 'owner', { username: 'olga' });
    });
    afterEach(async () => {
      const findings = await checkLedger(app.deps.db.read);
      expect(findings.filter(({ rule }) => /payout|return|^entries/.test(rule))).toEqual([]);
      await app.close();
    });

    const get = (path: string) => call(app, { method: 'GET', url: `/api/admin/${path}`, cookie: fina.cookie });
    const post = async ({ cookie }: SignedIn, path: string, body: object) =>
      statusAndBody(await call(app, { method: 'POST', url: `/api/admin/${path}`, cookie, body }));
    const requestReturn = (by: SignedIn, payoutId: string, changes: object = {}) =>
      post(by, `payouts/${payoutId}/return`, {
        returnedOn: todayOf(app),
        bankReason: 'Account closed',
        reference: 'R-1',
        reason: 'On the bank statement',
        ...changes,
      });
    const waitingApprovals = async () => (await get('approvals')).json<WaitingApproval[]>();
    const approve = async (by: SignedIn) =>
      post(by, `approvals/${(await waitingApprovals())[0]?.id ?? 'none'}/approve`, { reason: 'Checked' });
    const onlyApproval = async (): Promise<string> =>
      (await app.deps.db.read.selectFrom('approvals').select('id').executeTakeFirstOrThrow()).id;
    const figures = async () => (await get('payouts')).json<{ figures: object[] }>().figures;
    const bankAmounts = async (): Promise<number[]> => {
      const entries = app.deps.db.read
        .selectFrom('ledger_entries')
        .select('amount_minor')
        .where('account', '=', 'bank');
      return (await entries.orderBy('amount_minor').execute()).map(({ amount_minor: minor }) => minor);
    };

    test('takes effect once someone else approves it: the amount is owed and paid again, and can be returned again', async () => {
      const { batchId, payoutId } = await paidBatch(app);
      expect(await figures()).toMatchObject([{ owed: 0, payable: 0, paid: 10 }]);
      expect(await requestReturn(fina, payoutId)).toEqual(approvalNeeded);
      expect(await waitingApprovals()).toMatchObject([
        {
          kind: 'payout_return',
          subject: { kind: 'payout', id: payoutId, partOf: batchId },
          summary:
            'Return of a transfer of CAD 10.00 to Food banks across Canada on March 4, 2026 (Account closed; R-1)',
          approvableAs: 'none',
        },
      ]);
      expect(await approve(fina)).toMatchObject({ status: 403 });
      expect(await figures()).toMatchObject([{ owed: 0, paid: 10 }]);
      expect((await get(`payout-batches/${batchId}`)).json()).toMatchObject({
        items: [{ returned: null, isReturnWaiting: true }],
      });

      expect(await approve(olga)).toEqual({ status: 200, body: {} });
      expect(await figures()).toMatchObject([{ owed: 10, payable: 10, inBatches: 0, paid: 0 }]);
      expect(await bankAmounts()).toEqual([-1000, 1000]);
      const returned = { returnedOn: '2026-03-04', bankReason: 'Account closed', reference: 'R-1' };
      expect((await get(`payout-batches/${batchId}`)).json()).toMatchObject({
        status: 'paid',
        returned: 1,
        items: [{ returned, isReturnWaiting: false }],
      });
      expect((await get('charities/6')).json()).toMatchObject({ payouts: [{ id: payoutId, status: 'returned' }] });

      const next = { day: todayOf(app), payouts: [{ charityId: 6, currency: 'CAD', amount: 10 }], reason: 'Again' };
      const created = await post(fina, 'payout-batches', next);
      const { id } = created.body as { id: string };
      const paid = { paidOn: todayOf(app), reference: 'BANK-2', reason: 'Again' };
      expect(await post(olga, `payout-batches/${id}/pay`, paid)).toMatchObject({ status: 200 });
      expect(await figures()).toMatchObject([{ owed: 0, payable: 0, paid: 10 }]);
      const [item] = (await get(`payout-batches/${id}`)).json<BatchResponse>().items;
      expect(await requestReturn(fina, item!.id)).toEqual(approvalNeeded);
      await approve(olga);
      expect(await figures()).toMatchObject([{ owed: 10, payable: 10, paid: 0 }]);
      expect(await bankAmounts()).toEqual([-1000, -1000, 1000, 1000]);
    });

    test("keeps the payout's statement, and adds the day and the bank's reason", async () => {
      const { payoutId } = await paidBatch(app);
      const entriesBefore = (await get(`payouts/${payoutId}/entries`)).json<unknown[]>();
      await requestReturn(fina, payoutId);
      await approve(olga);
      expect(entriesBefore).toHaveLength(1);
      expect((await get(`payouts/${payoutId}/entries`)).json()).toEqual(entriesBefore);
      const [, row] = (await get(`payouts/${payoutId}/statement.csv`)).body.trimEnd().split('\r\n');
      expect(row).toMatch(/,Donation,don_\w+,10,CAD,.*,BANK-1,2026-03-04,Account closed,$/); // and no link to confirm it
      const text = readPdf((await get(`payouts/${payoutId}/statement.pdf`)).rawPayload)
        .parts.map(([, part]) => part)
        .join('\n');
      for (const part of ['The bank returned this transfer.', 'Account closed', 'R-1']) expect(text).toContain(part);
    });

    test('is in the audit log with both people and their reasons', async () => {
      const { payoutId } = await paidBatch(app);
      await requestReturn(fina, payoutId);
      await approve(olga);
      const entries = (await loggedActions(app)).filter(({ subject }) => subject === `payout ${payoutId}`);
      expect(
        entries.map(({ action, actor_name: actor, reason }) => `${actor}: ${action}, ${reason}`).toSorted(),
      ).toEqual(
        [
          'fina: approval_requested, On the bank statement',
          'olga: payout_returned, On the bank statement',
          'olga: approval_given, Checked',
        ].toSorted(),
      );
      expect(entries.find(({ action }) => action === 'payout_returned')).toMatchObject({
        before: { status: 'paid' },
        after: { status: 'returned', returnedOn: '2026-03-04', reference: 'R-1', requestedBy: 'fina' },
      });
    });

    test('is recorded only once', async () => {
      const { payoutId } = await paidBatch(app);
      expect(await requestReturn(fina, payoutId)).toEqual(approvalNeeded);
      const already = 'The return of this payout is already waiting for a second person.';
      expect(await requestReturn(olga, payoutId)).toEqual({ status: 409, body: refusal('approval_waiting', already) });
      await approve(olga);
      const recorded = 'The return of this payout is already recorded.';
      expect(await requestReturn(fina, payoutId)).toEqual({ status: 409, body: refusal('already_decided', recorded) });
      expect(await bankAmounts()).toEqual([-1000, 1000]);
    });

    test('needs a second person unless an Owner is the only one who may manage payouts', async () => {
      const { payoutId } = await paidBatch(app);
      await requestReturn(olga, payoutId);
      expect(await approve(olga)).toMatchObject({ status: 403 });
      const others = app.deps.db.write.updateTable('users').where('id', '!=', olga.user.id);
      await others.set({ staff_role: 'auditor' }).execute();
      expect(await post(olga, `approvals/${await onlyApproval()}/approve`, { reason: 'Alone' })).toMatchObject({
        status: 200,
      });
      expect((await loggedActions(app)).map(({ action }) => action)).toContain('approval_waived');
    });

    test.each([
      ['on a day before the transfer', '2026-03-03', 'This day is before the day of the transfer. Please check it.'],
      ['on a future day', '2026-03-05', 'This day is in the future.'],
    ])('is refused %s', async (_when, returnedOn, sentence) => {
      const { payoutId } = await paidBatch(app);
      expect(await requestReturn(fina, payoutId, { returnedOn })).toEqual({
        status: 400,
        body: refusal('invalid_day', sentence),
      });
      expect(await waitingApprovals()).toEqual([]);
    });

    test('is refused on a day of a closed month, even if the month is closed while the return waits', async () => {
      const { payoutId } = await paidBatch(app);
      await requestReturn(fina, payoutId);
      const closed = {
        month: '2026-03',
        starts_at: '2026-03-01T00:00:00.000Z',
        ends_before: '2026-04-01T00:00:00.000Z',
        entries: 0,
        checksum: '',
        account_names: '{}',
        closed_by: null,
        closed_by_name: 'system',
        closed_at: '2026-04-01T02:00:00.000Z',
      };
      await app.deps.db.write.insertInto('closed_months').values(closed).execute();
      const sentence =
        'The books of this month are closed. Please enter a later day, and give the actual day of the return in the reason.';
      expect(await approve(olga)).toEqual({ status: 409, body: refusal('approval_outdated', sentence) });
      await post(olga, `approvals/${await onlyApproval()}/decline`, { reason: 'Closed' });
      expect(await requestReturn(fina, payoutId)).toEqual({ status: 400, body: refusal('invalid_day', sentence) });
      await app.deps.db.write.deleteFrom('closed_months').execute();
      expect(await bankAmounts()).toEqual([-1000]);
    });

    test('is refused while the batch is unpaid, after it is canceled, and for an unknown payout', async () => {
      const { batchId, payoutId } = await openBatch(app);
      const notPaid = {
        status: 409,
        body: refusal('not_paid', 'This payout was not paid, so the bank cannot have returned it.'),
      };
      expect(await requestReturn(fina, payoutId)).toEqual(notPaid);
      await post(fina, `payout-batches/${batchId}/cancel`, { reason: 'Wrong day' });
      expect(await requestReturn(fina, payoutId)).toEqual(notPaid);
      expect(await requestReturn(fina, unknownPayoutId)).toMatchObject({ status: 404 });
    });

    test.each([
      [{ bankReason: ' ' }, 'Please enter the reason that the bank gave.'],
      [{ reference: '' }, 'Please enter the reference of the return.'],
      [{ reference: 'x'.repeat(141) }, 'Please enter at most 140 characters.'],
      [{ returnedOn: '2026-02-30' }, 'Please enter a day as YYYY-MM-DD.'],
      [{ reason: ' ' }, 'Please enter a reason.'],
    ])("needs the bank's reason and reference, a valid day, and a reason (%j)", async (changes, sentence) => {
      const { payoutId } = await paidBatch(app);
      expect(await requestReturn(fina, payoutId, changes)).toMatchObject({ status: 400, body: { message: sentence } });
    });
  });
});
