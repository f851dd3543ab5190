import { DatabaseSync } from 'node:sqlite';
import { sql, type RawBuilder } from 'kysely';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { call } from '#test/support/accounts/account-calls.ts';
import { signInAdmin } from '#test/support/accounts/signed-in.ts';
import { collectStatistics, explainQuery } from '#test/support/app/explain-query.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { movementsQuery } from '#server/accounting/index.ts';

describe('the statements of Today', () => {
  let app: TestApp;
  afterEach(() => app.close());

  describe('on sqlite', () => {
    beforeEach(async () => {
      app = await startApp('sqlite');
    });

    test('and those of the list of what needs review read no whole table, only the index of open movements', async () => {
      const cookie = await signInAdmin(app);
      const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
      for (const url of ['/api/admin/today', '/api/admin/money-in', '/api/admin/review/items'])
        expect((await call(app, { method: 'GET', url, cookie })).statusCode).toBe(200);
      const statements = prepared.mock.calls.map(([statement]) => statement).filter((text) => /^\s*select/.test(text));
      prepared.mockRestore();
      expect(statements.length).toBeGreaterThan(8);
      expect(statements.flatMap(scansOf)).toEqual([
        expect.stringMatching(/^SCAN provider_movements USING INDEX provider_movements_open/),
      ]);
    });

    test('without an index are detected', () => {
      expect(scansOf(`select count(*) from ledger_entries where account = 'bank'`)).toEqual(['SCAN ledger_entries']);
    });

    /**
     * Finds the steps in which a statement reads a table or an index from one end to the other. `restores` is left out: it has
     * one row for each restore.
     */
    function scansOf(statement: string): string[] {
      const db = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
      const steps = db.prepare(`explain query plan ${statement}`).all() as { detail: string }[];
      db.close();
      return steps.map(({ detail }) => detail).filter((detail) => /^SCAN (?!entries|restores|\()/.test(detail));
    }
  });

  describe('on postgres', () => {
    beforeEach(async () => {
      app = await startApp('postgres');
      const { write } = app.deps.db;
      await sql`insert into ledger_transactions (id, cause, occurred_at, posted_at)
        select 'ltx_' || number, 'donation:' || number, '2026-11-22T00:00:00.000Z', '2026-11-22T00:00:00.000Z' from generate_series(1, 2000) number`.execute(
        write,
      );
      await sql`insert into ledger_entries (transaction_id, line, account, amount_minor, currency)
        select id, line, 'bank', 3 - 2 * line, 'CAD' from ledger_transactions, generate_series(1, 2) line`.execute(
        write,
      );
      await collectStatistics(app.deps.db);
    });

    const planOf = async (query: RawBuilder<unknown>): Promise<string> =>
      (await explainQuery(app.deps.db, query)).join('\n');

    test('find the entries of a day by the index of posting times', async () => {
      expect(await planOf(movementsQuery(new Date('2026-11-23'), new Date('2026-11-24')))).toContain(
        'ledger_transactions_by_posted_at',
      );
      expect(await planOf(sql`select count(*) from quarantined_events where resolved_at is null`)).toContain(
        'quarantined_events_open',
      );
    });
  });
});
