import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { memberOf, signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { readPdf } from '#test/support/app/read-pdf.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { postReversal } from '#test/support/payouts/ledger-world.ts';
import { openBatch, todayOf } from '#test/support/payouts/valid-payout-calls.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { cancelBatch, payBatch } from '../batches/decide-batch.ts';

forEachDatabase((engine) => {
  describe('the statement of a payout', () => {
    let app: TestApp;
    let auditor: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      auditor = await signInStaff(app, 'auditor');
    });
    afterEach(() => app.close());

    const get = (url: string) => call(app, { method: 'GET', url, cookie: auditor.cookie });
    /** Downloads the statement as a PDF. Returns its texts. */
    const pdfTexts = async (payoutId: string): Promise<string[]> => {
      const response = await get(`/api/admin/payouts/${payoutId}/statement.pdf`);
      expect(response.headers['content-type']).toBe('application/pdf');
      return readPdf(response.rawPayload).parts.map(([, part]) => part);
    };
    const pay = async (batchId: string) =>
      payBatch(app.deps, await memberOf(app.deps, 'usr_payer'), batchId, {
        paidOn: todayOf(app),
        reference: '=BANK-1',
        isWaived: false,
        reason: 'Friday',
      });
    /** Pays CA$10.00, then CA$10.00 less CA$3.00 that was refunded from the first payout. Returns the second one. */
    async function payTwice(): Promise<string> {
      const first = await openBatch(app);
      await pay(first.batchId);
      const { intent_id: intentId } = await app.deps.db.read
        .selectFrom('payable_entries')
        .select('intent_id')
        .executeTakeFirstOrThrow();
      await postReversal(app.deps, { intentId, charityId: 6, currency: 'CAD', amountMinor: 1000 }, 300);
      const second = await openBatch(app);
      await pay(second.batchId);
      return second.payoutId;
    }

    test('lists its donations and the refunds of earlier payouts in order, without names', async () => {
      const payoutId = await payTwice();
      const entry = { donationId: expect.stringMatching(/^don_/), currency: 'CAD' };
      expect((await get(`/api/admin/payouts/${payoutId}/entries`)).json()).toEqual([
        { ...entry, postedAt: '2026-02-12T12:00:00.000Z', kind: 'donation', amount: 10, isCarried: false },
        { ...entry, postedAt: '2026-03-04T12:00:00.000Z', kind: 'reversal', amount: -3, isCarried: true },
      ]);
    });

    test('is a table in which amounts stay numbers and formulas are escaped', async () => {
      const payoutId = await payTwice();
      const response = await get(`/api/admin/payouts/${payoutId}/statement.csv`);
      const [header, ...rows] = response.body.trimEnd().split('\r\n');
      const end = `CAD,Food banks across Canada,${payoutId},2026-03-04,'=BANK-1,,,`;
      expect(header).toBe(
        '\uFEFFDate,Kind,Donation ID,Amount,Currency,Charity,Payout,Paid on,Reference,Returned on,Reason of the bank,Confirm here',
      );
      expect(rows.map((row) => row.replace(/don_\w+/, 'don'))).toEqual([
        `2026-02-12T12:00:00.000Z,Donation,don,10,${end}`,
        `2026-03-04T12:00:00.000Z,Refund of an earlier payout,don,-3,${end}`,
      ]);
    });

    test('is a document with the sums and the reference of the transfer', async () => {
      const payoutId = await payTwice();
      const texts = await pdfTexts(payoutId);
      for (const part of ['Food banks across Canada', 'CA$10.00', '-CA$3.00', 'CA$7.00', '=BANK-1', payoutId])
        expect(texts).toContain(part);
      expect(texts).toEqual(expect.arrayContaining(['Paid to you', 'Paid on', 'March 4, 2026']));
    });

    test('says before the transfer that nothing is paid yet', async () => {
      const { payoutId } = await openBatch(app);
      const texts = await pdfTexts(payoutId);
      expect(texts).toEqual(expect.arrayContaining(['To be paid to you', 'Not made yet']));
      expect(texts).not.toContain('Paid to you');
    });

    test.each(['statement.csv', 'statement.pdf'])('is refused after its batch was canceled: %s', async (path) => {
      const { batchId, payoutId } = await openBatch(app);
      await cancelBatch(app.deps, await memberOf(app.deps, 'usr_creator'), batchId, 'A wrong account');
      const response = await get(`/api/admin/payouts/${payoutId}/${path}`);
      expect(statusAndBody(response)).toEqual({ status: 404, body: refusal('not_found', 'This payout was canceled.') });
      expect(await loggedActions(app)).not.toContainEqual(expect.objectContaining({ action: 'statement_downloaded' }));
    });

    test.each(['statement.csv', 'statement.pdf'])('is never sent with a donation missing: %s', async (path) => {
      const { payoutId } = await openBatch(app);
      await app.deps.db.write.updateTable('payable_entries').set({ payout_id: null }).execute(); // as a return does
      const origin = await app.server.listen({ port: 0, host: '127.0.0.1' });
      const url = `${origin}/api/admin/payouts/${payoutId}/${path}`;
      const response = await fetch(url, { headers: { cookie: auditor.cookie } });
      if (path === 'statement.pdf') expect(response.status).toBe(500);
      else await expect(response.text()).rejects.toThrow('terminated');
    });

    test('is paged', async () => {
      const { payoutId } = await openBatch(app);
      const [row] = await app.deps.db.read.selectFrom('payable_entries').selectAll().execute();
      const more = Array.from({ length: 50 }, (_, number) => number + 10);
      await app.deps.db.write
        .insertInto('ledger_entries')
        .values(
          more.map((line) => ({
            transaction_id: row!.transaction_id,
            line,
            account: 'charity:6' as const,
            amount_minor: 1,
            currency: 'CAD' as const,
          })),
        )
        .execute();
      await app.deps.db.write
        .insertInto('payable_entries')
        .values(more.map((line) => ({ ...row!, line, posted_at: new Date(line * 1000).toISOString() })))
        .execute();
      const first = await get(`/api/admin/payouts/${payoutId}/entries`);
      const cursor = String(first.headers['x-next-cursor']);
      const second = await get(`/api/admin/payouts/${payoutId}/entries?cursor=${cursor}`);
      expect([first.json<unknown[]>().length, second.json<unknown[]>().length]).toEqual([50, 1]);
      expect(second.headers['x-next-cursor']).toBeUndefined();
      expect((await get(`/api/admin/payouts/${payoutId}/entries?cursor=x`)).statusCode).toBe(400);
    });

    test.each(['entries', 'statement.csv', 'statement.pdf'])('is not found for an unknown payout: %s', async (path) => {
      expect((await get(`/api/admin/payouts/pay_1/${path}`)).statusCode).toBe(404);
    });
  });
});
