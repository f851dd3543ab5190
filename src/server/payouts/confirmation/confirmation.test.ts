import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { confirmationSentences } from '#contract/payout-confirmation.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { callWithToken, makeToken } from '#test/support/accounts/tokens.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { readPdf } from '#test/support/app/read-pdf.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { createStatementLink, tokenIn } from '#test/support/payouts/confirmation.ts';
import { openBatch, paidBatch } from '#test/support/payouts/valid-payout-calls.ts';
import { recordReturn } from '#test/support/public-log/log-world.ts';

forEachDatabase((engine) => {
  describe('the confirmation of a payout', () => {
    let app: TestApp;
    let finance: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      finance = await signInStaff(app, 'finance', { username: 'fay' });
    });
    afterEach(() => app.close());

    const download = (payoutId: string, type: 'csv' | 'pdf', { cookie }: Pick<SignedIn, 'cookie'> = finance) =>
      call(app, { method: 'GET', url: `/api/admin/payouts/${payoutId}/statement.${type}`, cookie });
    const show = (token: string) => call(app, { method: 'POST', url: '/api/stated-payout', body: { token } });
    const confirm = (token: string, cookie?: string) =>
      call(app, { method: 'POST', url: '/api/stated-payout/confirm', body: { token }, cookie });
    const confirmations = () => app.deps.db.read.selectFrom('payout_confirmations').selectAll().execute();
    const stated = {
      charityName: 'Food banks across Canada',
      amount: 10,
      currency: 'CAD',
      donations: 1,
      paidOn: '2026-03-04',
      reference: 'BANK-1',
      confirmedAt: null,
      returnedOn: null,
    };

    test('is given with the link in the statement; opening the link only shows the payout', async () => {
      const { payoutId } = await paidBatch(app);
      const pdf = readPdf((await download(payoutId, 'pdf')).rawPayload).parts.map(([, text]) => text);
      const csv = (await download(payoutId, 'csv')).body;
      const tokens = [tokenIn(pdf.join(' ')), tokenIn(csv)];
      expect(new Set(tokens).size).toBe(2);
      for (const token of tokens) expect((await show(token)).json()).toEqual(stated);
      expect(await confirmations()).toEqual([]);
      const stored = JSON.stringify(await app.deps.db.read.selectFrom('statement_links').selectAll().execute());
      for (const token of tokens) expect(stored).not.toContain(token);
      const confirmed = await confirm(tokens[0]!);
      expect(confirmed.json()).toEqual({ ...stated, confirmedAt: '2026-03-04T12:00:00.000Z' });
      expect((await show(tokens[1]!)).json()).toEqual(confirmed.json());
    });

    test('keeps the time of the first request when it is repeated with any of the links', async () => {
      const { payoutId } = await paidBatch(app);
      const [first, second] = [await createStatementLink(app, payoutId), await createStatementLink(app, payoutId)];
      const responses = await Promise.all([confirm(first), confirm(second), confirm(first)]);
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
      app.clock.advance(60_000);
      expect((await confirm(second)).json()).toEqual({ ...stated, confirmedAt: '2026-03-04T12:00:00.000Z' });
      expect(await confirmations()).toEqual([{ payout_id: payoutId, confirmed_at: '2026-03-04T12:00:00.000Z' }]);
      const jobs = await app.deps.db.read
        .selectFrom('outbox')
        .select('dedupe_key')
        .where('kind', '=', 'announce_arrival')
        .execute();
      expect(jobs).toEqual([{ dedupe_key: `announce_arrival:${payoutId}` }]);
    });

    test('is in the audit log once, with the person who created the link', async () => {
      const { payoutId } = await paidBatch(app);
      const token = tokenIn((await download(payoutId, 'csv')).body);
      for (const _time of [1, 2]) await confirm(token);
      const logged = (await loggedActions(app)).filter(({ subject }) => subject === `payout ${payoutId}`);
      expect(logged.toSorted((one, other) => one.action.localeCompare(other.action))).toMatchObject([
        { action: 'payout_confirmed', actor_name: 'system', after: { linkMadeBy: 'fay' } },
        { action: 'statement_downloaded', actor_name: 'fay', after: { canConfirm: true } },
      ]);
    });

    test('is refused after the bank has returned the payout, and an earlier one stays in the batch', async () => {
      const { batchId, payoutId } = await paidBatch(app);
      const token = await createStatementLink(app, payoutId);
      await confirm(token);
      await recordReturn(app, payoutId);
      const again = await confirm(token);
      expect([again.statusCode, again.json()]).toEqual([
        409,
        refusal('payout_returned', confirmationSentences.returned),
      ]);
      expect((await show(token)).json()).toMatchObject({ returnedOn: '2026-03-04' });
      const batch = await call(app, {
        method: 'GET',
        url: `/api/admin/payout-batches/${batchId}`,
        cookie: finance.cookie,
      });
      expect(batch.json()).toMatchObject({
        items: [{ confirmedAt: '2026-03-04T12:00:00.000Z', returned: { reference: 'R-1' } }],
      });
    });

    test.each(['', 'x', 'A'.repeat(43), "'".repeat(43), 'A'.repeat(200)])(
      'is refused with the token %o',
      async (token) => {
        await paidBatch(app);
        for (const response of [await show(token), await confirm(token)])
          expect([response.statusCode, response.json()]).toEqual([
            404,
            refusal('not_found', confirmationSentences.linkUnknown),
          ]);
        expect(await confirmations()).toEqual([]);
      },
    );

    test('is refused to the team, signed in or with an API token', async () => {
      const token = await createStatementLink(app, (await paidBatch(app)).payoutId);
      const response = await confirm(token, finance.cookie);
      expect([response.statusCode, response.json()]).toEqual([403, refusal('forbidden', confirmationSentences.staff)]);
      const { token: apiToken } = await makeToken(app, finance);
      const url = '/api/stated-payout/confirm';
      expect((await callWithToken(app, apiToken, { method: 'POST', url, body: { token } })).statusCode).toBe(403);
      expect(await confirmations()).toEqual([]);
      expect((await confirm(token, (await signIn(app)).cookie)).statusCode).toBe(200);
    });

    test('has no link in the statement that an auditor or a program downloads, or in one from before the transfer', async () => {
      const auditor = await signInStaff(app, 'auditor');
      const { payoutId } = await paidBatch(app);
      const { token: apiToken } = await makeToken(app, finance);
      const byProgram = await callWithToken(app, apiToken, {
        method: 'GET',
        url: `/api/admin/payouts/${payoutId}/statement.csv`,
      });
      const early = await openBatch(app);
      for (const response of [
        await download(payoutId, 'csv', auditor),
        byProgram,
        await download(early.payoutId, 'csv'),
      ])
        expect([response.statusCode, tokenIn(response.body)]).toEqual([200, '']);
      expect(await app.deps.db.read.selectFrom('statement_links').selectAll().execute()).toEqual([]);
    });
  });
});
