import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MonthsResponse } from '#contract/admin/money/accounting.ts';
import type { Deps } from '#server/deps.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { readZip } from '#test/support/accounting/read-zip.ts';
import { allEntries, emptyLedger, post, ledgerFindings } from '#test/support/accounting/random-ledger.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { writeBalances } from '../index.ts';
import { closeMonth } from './close-month.ts';

const dayMs = 24 * 60 * 60 * 1000;
const donation = { from: 'charity:6', to: 'clearing:stripe', amountMinor: 476, currency: 'CAD' } as const;

forEachDatabase((engine) => {
  describe('closing a month', () => {
    let app: TestApp;
    let finance: SignedIn;
    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      finance = await signInStaff(app, 'finance', { username: 'fiona' });
      const later = { expires_at: '2099-01-01T00:00:00.000Z', seen_at: '2098-12-31T00:00:00.000Z' };
      await app.deps.db.write.updateTable('sessions').set(later).execute(); // so that the session outlasts the months that pass in these tests
    });
    beforeEach(async () => {
      await app.deps.db.write.deleteFrom('closed_months').execute();
      await emptyLedger(app);
      goToNextMonth();
    });
    afterAll(() => app.close());

    /** Moves to the tenth day of the next month, so that exactly one more month is over 32 days later. */
    const goToNextMonth = (): void => {
      const now = app.clock.now();
      app.clock.advance(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 10) - now.getTime());
    };
    const month = () => app.clock.now().toISOString().slice(0, 7);
    const close = (name: string, reason = 'Month end') =>
      call(app, {
        method: 'POST',
        url: '/api/admin/accounting/close',
        cookie: finance.cookie,
        body: { month: name, reason },
      });
    const get = (path: string) =>
      app.server.inject({ url: `/api/admin/accounting/${path}`, headers: { cookie: finance.cookie } });
    const months = async () => (await get('months')).json<MonthsResponse>();
    const rules = async () => [...new Set((await ledgerFindings(app.deps.db.read)).map(({ rule }) => rule))];
    /** Creates two written months with entries. Returns the first. */
    const twoMonths = async (): Promise<string> => {
      const first = month();
      await post(app.deps, donation);
      await post(app.deps, { from: 'service_fee_income', to: 'clearing:stripe', amountMinor: 48, currency: 'CAD' });
      app.clock.advance(32 * dayMs);
      await post(app.deps, donation);
      app.clock.advance(32 * dayMs);
      await writeBalances(app.deps);
      return first;
    };
    const closeFirst = async (): Promise<string> => {
      const first = await twoMonths();
      expect((await close(first)).statusCode).toBe(200);
      return first;
    };

    test('stores the archive’s checksum and the person who closed the month, only once', async () => {
      const first = await twoMonths();
      const { statusCode, body } = responseOf(await close(first));
      expect(statusCode).toBe(200);
      expect(body).toEqual({
        by: 'fiona',
        at: app.clock.now().toISOString(),
        checksum: expect.stringMatching(/^[0-9a-f]{64}$/),
      });
      app.clock.advance(dayMs);
      expect(responseOf(await close(first, 'Again'))).toEqual({ statusCode, body });
      const logged = (await loggedActions(app)).filter(({ subject }) => subject === `month ${first}`);
      expect(logged).toEqual([
        expect.objectContaining({ action: 'month_closed', actor_name: 'fiona', reason: 'Month end' }),
      ]);
      expect(await months()).toContainEqual({ month: first, canBeClosed: false, closed: body });
    });

    test('the archive has the same bytes every time, with the checksum that was stored at closing', async () => {
      const first = await closeFirst();
      const [{ closed }] = (await months()).filter((one) => one.month === first) as [MonthsResponse[number]];
      const download = await get(`months/${first}/archive`);
      expect(download.headers['content-disposition']).toBe(`attachment; filename="kindbite-${first}.zip"`);
      const sum = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
      expect(sum(download.rawPayload)).toBe(closed?.checksum);
      await app.deps.db.write.updateTable('charities').set({ name: 'Renamed' }).where('id', '=', 6).execute();
      await post(app.deps, donation);
      app.clock.advance(70 * dayMs);
      await writeBalances(app.deps);
      expect(sum((await get(`months/${first}/archive`)).rawPayload)).toBe(closed?.checksum);
    });

    test('each extract has the journal’s lines about its accounts', async () => {
      const first = await closeFirst();
      const files = readZip((await get(`months/${first}/archive`)).rawPayload);
      const linesOf = (name: string) => files.get(name)?.split('\r\n') ?? [];
      const [heading, ...journal] = linesOf('journal.csv');
      const of = (account: string) => [heading, ...journal.filter((line) => line.includes(`,${account},`)), ''];
      expect([...files.keys()]).toEqual(['journal.csv', 'balances.csv', 'fees.csv', 'statements/charity-6.csv']);
      expect(linesOf('fees.csv')).toEqual(of('service_fee_income'));
      expect(linesOf('statements/charity-6.csv')).toEqual(of('charity:6'));
      expect([of('service_fee_income').length, of('charity:6').length]).toEqual([3, 3]);
    });

    test('reads each entry of the month once', async () => {
      const first = await twoMonths();
      const { deps, entriesRead } = countEntriesRead(app.deps);
      await closeMonth(deps, 'system', { month: first, reason: 'Month end' });
      expect(entriesRead()).toBe((await allEntries(app)).filter(({ posted_at: at }) => at.startsWith(first)).length);
    });

    test('the download of an archive that no longer matches its checksum is cut off', async () => {
      const first = await closeFirst();
      await app.deps.db.write
        .updateTable('ledger_entries')
        .set({ amount_minor: 477 })
        .where('amount_minor', '=', 476)
        .execute();
      await expect(get(`months/${first}/archive`)).rejects.toThrow('response destroyed before completion');
    });

    test('a month is closed only when it is over and its days are written', async () => {
      const current = month();
      await post(app.deps, donation);
      const open = (sentence: string) => ({ statusCode: 409, body: refusal('month_open', sentence) });
      expect(responseOf(await close(current))).toEqual(open('This month is not over yet.'));
      app.clock.advance(32 * dayMs);
      const unwritten = 'The last days of this month are still being written. Please try again in an hour.';
      expect(await months()).toEqual([{ month: current, canBeClosed: false, closed: null }]);
      expect(responseOf(await close(current))).toEqual(open(unwritten));
      await writeBalances(app.deps);
      expect(await months()).toEqual([{ month: current, canBeClosed: true, closed: null }]);
      expect((await close(current)).statusCode).toBe(200);
      expect((await get(`months/${month()}/archive`)).statusCode).toBe(404);
    });

    test.each(['2026-13', '26-01', 'January', ''])('refuses the month %j', async (name) => {
      expect(responseOf(await close(name))).toMatchObject({
        statusCode: 400,
        body: { error: 'Please enter a month as YYYY-MM.' },
      });
    });

    test.each(['2999-12', '9999-11', '9999-12'])('the far month %s is not closed', async (name) => {
      await twoMonths();
      expect((await close(name)).statusCode).not.toBe(200);
      expect(await rules()).toEqual([]);
    });

    test('requires a reason', async () => {
      expect(responseOf(await close('2026-01', ' '))).toMatchObject({
        statusCode: 400,
        body: { error: 'Please enter a reason.' },
      });
    });

    test('nothing is posted to a closed month, even when the clock goes back to it', async () => {
      const first = await closeFirst();
      app.clock.advance(-64 * dayMs);
      expect(month()).toBe(first);
      const before = (await allEntries(app)).filter(({ posted_at: at }) => at.startsWith(first));
      await post(app.deps, donation);
      expect((await allEntries(app)).filter(({ posted_at: at }) => at.startsWith(first))).toEqual(before);
      expect(await rules()).toEqual([]);
      app.clock.advance(64 * dayMs);
    });

    test('the check finds an entry that was moved into a closed month', async () => {
      await closeFirst();
      expect(await rules()).toEqual([]);
      const { starts_at: startsAt } = await app.deps.db.read
        .selectFrom('closed_months')
        .selectAll()
        .executeTakeFirstOrThrow();
      await app.deps.db.write.updateTable('ledger_transactions').set({ posted_at: startsAt }).execute();
      expect(await rules()).toContain('a closed month has as many entries as when it was closed');
    });
  });
});

/** Wraps the dependencies so that they count the ledger entries that are read. */
function countEntriesRead(deps: Deps) {
  let entries = 0;
  const read = deps.db.patient.read.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      entries += result.rows.filter((row) => 'line' in row).length;
      return result;
    },
  });
  const db = { ...deps.db, patient: { ...deps.db.patient, read } };
  return { deps: { ...deps, db }, entriesRead: () => entries };
}

const responseOf = (response: Parameters<typeof statusAndBody>[0]) => {
  const { status, body } = statusAndBody(response);
  return { statusCode: status, body };
};
