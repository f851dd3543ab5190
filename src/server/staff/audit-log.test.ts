import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { newest } from '#server/db/list-page.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { openBatch } from '#test/support/payouts/valid-payout-calls.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { findEntries } from './audit-log.ts';
import { recordAction, type RecordedAction } from './record-action.ts';

const refund: Omit<RecordedAction, 'actor'> = {
  action: 'refund_requested',
  subject: { kind: 'donation', id: 'don_1' },
  before: { remaining: 5.24 },
  after: { refund: 5.24, currency: 'CAD' },
  reason: 'Paid twice',
};

forEachDatabase((engine) => {
  describe('the audit log', () => {
    let app: TestApp;
    let olga: SignedIn;
    let auditor: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      olga = await signInStaff(app, 'owner', { username: 'olga' });
      auditor = await signInStaff(app, 'auditor', { username: 'augusta' });
    });
    afterEach(() => app.close());

    const actorOf = ({ user: { id, username } }: SignedIn) => ({ id, username, staff_role: 'owner' }) as const;
    const record = (changes: Partial<RecordedAction> = {}): Promise<void> =>
      inTransaction(app.deps.db, (tx) => recordAction(app.deps, tx, { actor: actorOf(olga), ...refund, ...changes }));
    const get = (query = '', path = 'audit-log') =>
      call(app, { method: 'GET', url: `/api/admin/${path}${query}`, cookie: auditor.cookie });
    const found = async (query: string) =>
      (await get(query)).json<AuditLogEntry[]>().map(({ action, subject }) => `${action} ${subject.id}`);

    test.each<[string, string]>([
      ['changing a row', "update audit_log set reason = 'none'"],
      ['deleting a row', 'delete from audit_log'],
      ['replacing a row', replacement(engine)],
      ...(engine === 'postgres' ? [['emptying the table', 'truncate audit_log'] satisfies [string, string]] : []),
    ])('refuses %s', async (_what, statement) => {
      await record();
      const before = await loggedActions(app);
      await expect(sql.raw(statement).execute(app.deps.db.write)).rejects.toThrow('the audit log is append-only');
      expect(await loggedActions(app)).toEqual(before);
    });

    test('has an entry only if the action is stored', async () => {
      const failing = inTransaction(app.deps.db, async (tx) => {
        await recordAction(app.deps, tx, { actor: 'system', ...refund });
        throw new Error('no refund');
      });
      await expect(failing).rejects.toThrow('no refund');
      expect(await loggedActions(app)).toEqual([]);
    });

    test('shows who did what, newest first, even when the account is gone', async () => {
      await record();
      app.clock.advance(1000);
      await record({ actor: 'system', action: 'held_emails_sent', subject: { kind: 'emails', id: 'held' } });
      await app.deps.db.write.deleteFrom('sessions').where('user_id', '=', olga.user.id).execute();
      const entries = (await get()).json<AuditLogEntry[]>();
      expect(entries).toEqual([
        expect.objectContaining({
          actor: { id: null, name: 'system', role: null, token: null },
          action: 'held_emails_sent',
        }),
        {
          id: expect.stringMatching(/^aud_/),
          at: '2026-03-04T12:00:00.000Z',
          actor: { id: olga.user.id, name: 'olga', role: 'owner', token: null },
          ...refund,
          subject: { ...refund.subject, partOf: null },
        },
      ]);
    });

    test('names the batch of a payout, and the charity of a bank account', async () => {
      const { batchId, payoutId } = await openBatch(app);
      const accounts = await app.deps.db.read.selectFrom('bank_accounts').select(['id', 'charity_id']).execute();
      await record({ action: 'statement_downloaded', subject: { kind: 'payout', id: payoutId } });
      for (const { id } of accounts)
        await record({ action: 'bank_account_entered', subject: { kind: 'bank_account', id } });
      await record({ subject: { kind: 'donation', id: payoutId } });
      const parentOf = async (action: string): Promise<string[]> =>
        (await get(`?action=${action}`))
          .json<AuditLogEntry[]>()
          .map(({ subject }) => String(subject.partOf))
          .toSorted();
      expect(await parentOf('statement_downloaded')).toEqual([batchId]);
      expect(await parentOf('refund_requested')).toEqual(['null']);
      expect(await parentOf('bank_account_entered')).toEqual(
        accounts.map((account) => String(account.charity_id ?? 0)).toSorted(),
      );
    });

    test('is searched by actor, action, subject and days', async () => {
      await record();
      app.clock.advance(24 * 60 * 60 * 1000);
      await record({ actor: 'system', subject: { kind: 'donation', id: 'don_2' } });
      await record({ action: 'message_deleted', subject: { kind: 'message', id: 'msg_1' } });
      const [first, second, third] = ['refund_requested don_1', 'refund_requested don_2', 'message_deleted msg_1'];
      const sorted = async (query: string) => (await found(query)).toSorted();
      expect(await sorted('?actor=olga')).toEqual([third, first]);
      expect(await sorted('?actor=system')).toEqual([second]);
      expect(await sorted('?actor=olg')).toEqual([]);
      expect(await sorted('?action=refund_requested')).toEqual([first, second]);
      expect(await sorted('?subject=don_2')).toEqual([second]);
      expect(await sorted('?from=2026-03-05')).toEqual([third, second]);
      expect(await sorted('?to=2026-03-04')).toEqual([first]);
      expect(await sorted('?from=2026-03-05&to=2026-03-05&actor=olga&action=message_deleted')).toEqual([third]);
      expect(await sorted('?actor=&subject=')).toEqual([third, first, second]);
    });

    test('is searched by days in pages', async () => {
      for (let day = 0; day < 4; day += 1) {
        for (let count = 0; count < 30; count += 1) await record({ subject: { kind: 'donation', id: `don_${day}` } });
        app.clock.advance(24 * 60 * 60 * 1000);
      }
      const days = 'from=2026-03-05&to=2026-03-06';
      const first = await get(`?${days}`);
      const second = await get(`?${days}&cursor=${String(first.headers[nextCursorHeader])}`);
      const subjects = [first, second].map((page) => page.json<AuditLogEntry[]>().map(({ subject }) => subject.id));
      const expected = [...Array<string>(30).fill('don_2'), ...Array<string>(30).fill('don_1')];
      expect(subjects).toEqual([expected.slice(0, 50), expected.slice(50)]);
      expect(second.headers[nextCursorHeader]).toBeUndefined();
    });

    test.each([
      ['?action=sabotage', 'There is no such action.'],
      ['?from=2026-02-30', 'Please enter a day as YYYY-MM-DD.'],
      ['?to=tomorrow', 'Please enter a day as YYYY-MM-DD.'],
      [`?subject=${'x'.repeat(201)}`, 'A search can have at most 200 characters.'],
      ['?cursor=nonsense', 'This page of the audit log does not exist.'],
    ])('refuses the search %s', async (query, sentence) => {
      const response = await get(query);
      expect([response.statusCode, response.json<{ error: string }>().error]).toEqual([400, sentence]);
    });

    test('comes in pages of 50, each entry once, even when many have the same time', async () => {
      for (let count = 0; count < 120; count += 1) await record({ subject: { kind: 'donation', id: `don_${count}` } });
      const pages: string[][] = [];
      for (let query: string | undefined = ''; query !== undefined;) {
        const page = await get(query);
        pages.push(page.json<AuditLogEntry[]>().map(({ subject }) => subject.id));
        const next = page.headers[nextCursorHeader];
        query = typeof next === 'string' ? `?cursor=${next}` : undefined;
      }
      expect(pages.map(({ length }) => length)).toEqual([50, 50, 20]);
      expect(new Set(pages.flat()).size).toBe(120);
    });

    test('is downloaded as CSV in which no cell is a formula, and the download is recorded', async () => {
      await record({ reason: '=1+1', before: undefined });
      app.clock.advance(1000);
      const { headers, body } = await get('?subject=don_1', 'audit-log.csv');
      expect(headers['content-disposition']).toBe('attachment; filename="kindbite-audit-log-2026-03-04.csv"');
      const [heading, row, ...rest] = body.split('\r\n');
      expect(heading).toBe('\ufeffTime,Who,Role,Token,Action,About,ID,Before,After,Reason,Entry');
      expect(row).toMatch(
        /^2026-03-04T12:00:00\.000Z,olga,owner,,Requested a refund,donation,don_1,,"\{""refund"":5\.24,""currency"":""CAD""\}",'=1\+1,aud_\w+$/,
      );
      expect(rest).toEqual(['']);
      expect((await loggedActions(app)).map(({ action, actor_name: actor }) => [action, actor])).toEqual([
        ['refund_requested', 'olga'],
        ['audit_log_downloaded', 'augusta'],
      ]);
    });
  });
});

test('a search of the audit log by days begins at the last day on sqlite', async () => {
  const app = await startApp('sqlite', { cards: stubCards() });
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await findEntries(app.deps.db.read, { from: '2026-03-01', to: '2026-03-04' }, newest, 51);
  const statements = prepare.mock.calls.map(([statement]) => statement).filter((text) => text.includes('"audit_log"'));
  prepare.mockRestore();
  const db = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
  const plans = statements.map((statement) => db.prepare(`explain query plan ${statement}`).all());
  db.close();
  await app.close();
  expect(plans.map(([search]) => search?.['detail'])).toEqual([
    'SEARCH audit_log USING INDEX audit_log_by_time (recorded_at>? AND recorded_at<?)',
  ]);
});

/** A statement that would overwrite the row of an entry by inserting it again. */
function replacement(engine: string): string {
  const copied = 'audit_log select * from audit_log where true';
  return engine === 'sqlite'
    ? `replace into ${copied}`
    : `insert into ${copied} on conflict (id) do update set reason = ''`;
}
