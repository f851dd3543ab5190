import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call } from '#test/support/accounts/account-calls.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { openBatch, validPayoutCalls } from '#test/support/payouts/valid-payout-calls.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { payoutEndpoints } from '#contract/endpoints/admin/money/payouts.ts';
import { readBatch } from './batches/read-batches.ts';
import { copyPayableEntries } from './copy-entries.ts';

/**
 * Tables that grow with the team, the charities, the payouts or restored backups, but not with donations. `batch` is an alias,
 * and `held` has the open disputes.
 */
const small = [
  'charities',
  'users',
  'turns',
  'bank_accounts',
  'ledger_progress',
  'payouts',
  'payout_batches',
  'restores',
  'batch',
  'held',
];

/** Indexes that may be read from end to end: they grow with the open disputes, and with the days. */
const smallIndexes = ['reversals_open_disputes', 'daily_balances_by_account'];

let app: TestApp;
let finance: SignedIn;

beforeAll(async () => {
  app = await startApp('sqlite', { cards: stubCards() });
  finance = await signInStaff(app, 'finance');
});
afterAll(() => app.close());

/** Finds the steps in which SQLite reads a whole table or index that grows with donations. */
function largeReads(statements: readonly string[]): string[] {
  const db = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
  const found = statements.flatMap((statement) => {
    const steps = db.prepare(`explain query plan ${statement}`).all() as { detail: string }[];
    return steps
      .map(({ detail }) => detail)
      .filter((detail) => detail.startsWith('SCAN') && !small.includes(detail.split(' ')[1] ?? ''))
      .filter((detail) => !smallIndexes.some((index) => detail.includes(index)));
  });
  db.close();
  return found;
}

const isPlanned = (statement: string): boolean => /^(select|update|delete|insert)\b/i.test(statement);

test('no call about payouts reads a whole table that grows with donations', async () => {
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  const statements = new Set<string>();
  for (const [name, prepare] of Object.entries(validPayoutCalls)) {
    const { method, path } = payoutEndpoints[name as keyof typeof payoutEndpoints];
    const { params = {}, body }: { params?: Readonly<Record<string, string>>; body?: object } = await prepare(app);
    prepared.mockClear();
    const url = path.replace(/:(\w+)/g, (_all, parameter: string) => params[parameter] ?? '');
    const response = await call(app, { method, url, cookie: finance.cookie, ...(body ? { body } : {}) });
    expect([name, response.statusCode]).toEqual([name, 200]);
    for (const [statement] of prepared.mock.calls) if (isPlanned(statement)) statements.add(statement);
  }
  prepared.mockRestore();
  expect(statements.size).toBeGreaterThan(15);
  expect(largeReads([...statements])).toEqual([]);
});

test('new entries on charities’ accounts are found by their posting time', async () => {
  const fresh = await startApp('sqlite', { cards: stubCards() });
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await validPayoutCalls.createBatch(fresh);
  await copyPayableEntries(fresh.deps);
  const copying = prepared.mock.calls
    .map(([statement]) => statement)
    .filter((one) => /insert into "payable_entries".*select/is.test(one));
  prepared.mockRestore();
  await fresh.close();
  expect(copying).not.toEqual([]);
  const db = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
  const steps = (db.prepare(`explain query plan ${copying[0]}`).all() as { detail: string }[]).map(
    ({ detail }) => detail,
  );
  db.close();
  expect(steps[0]).toBe('SEARCH posted USING INDEX ledger_transactions_by_posted_at (posted_at>? AND posted_at<?)');
  expect(steps.filter((step) => step.startsWith('SCAN'))).toEqual([]);
});

test('the reversals of a payout are found without reading entries that were settled later', async () => {
  const fresh = await startApp('sqlite', { cards: stubCards() });
  const { batchId } = await openBatch(fresh);
  const prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
  await readBatch(fresh.deps.db.read, batchId, 'usr_1');
  const statements = prepared.mock.calls.map(([statement]) => statement).filter((text) => text.includes('"reversal"'));
  prepared.mockRestore();
  await fresh.close();
  const db = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
  const plans = statements.map((statement) => db.prepare(`explain query plan ${statement}`).all());
  db.close();
  expect(plans.map(([search]) => search?.['detail'])).toEqual([
    'SEARCH reversal USING INDEX payable_entries_uncovered (charity_id=? AND currency=? AND settled_at<?)',
  ]);
});

test('the test detects a statement that reads a whole large table', () => {
  expect(largeReads(['select sum(e.amount_minor) from ledger_entries e where e.account = ?'])).toEqual(['SCAN e']);
});
