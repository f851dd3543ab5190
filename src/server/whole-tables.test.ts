import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, beforeEach, expect, test, vi, type MockInstance } from 'vitest';
import { isStaffAccess, type Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { validCalls } from '#test/support/calls/valid-calls.ts';
import { acceptedMails } from '#test/support/mail/accepted-mails.ts';
import { activeSubscriptions } from '#test/support/payments/active-subscriptions.ts';
import { insertCatalogueVersion } from '#test/support/catalogue/catalogue.ts';
import { openPage } from '#test/support/payments/card-testers.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { declineMessage } from '#test/support/payments/stripe-webhook.ts';
import { stubPayPal } from '#test/support/payments/stub-paypal.ts';
import { announceArrival } from '#server/arrival/index.ts';
import { mailWriters } from './mail-writers.ts';
import { mailHandlers } from './mail/mail-writer.ts';
import { paymentJobs } from './payments/index.ts';
import { cancelPlanJob, followCharityJob } from './recurring/index.ts';
import { startSchedule } from './schedule.ts';

/**
 * Tables that stay small, however many donations there are:
 * - Those about declined cards are emptied within a day.
 * - Those about our balance at providers, about what days of donations add up to, and about groups of donations get a few rows
 *   a day. A disagreement is one row when it begins.
 * - Those about alerts have a row for each open alert and for each staff member.
 * - Newsletters get a few rows a month. The public log has one row about its progress and one for each key. There are at most
 *   20 webhook endpoints.
 */
const smallTables = new Set([
  'alert_conditions',
  'alert_marks',
  'snacks',
  'charities',
  'newsletter_settings',
  'newsletters',
  'webhook_endpoints',
  'turns',
  'restores',
  'daily_donations',
  'declines',
  'closed_months',
  'closed_subjects',
  'ledger_progress',
  'disagreements',
  'log_keys',
  'log_progress',
  'rate_fetches',
  'schedule_lease',
  'provider_payouts',
  'provider_movements',
  'provider_reads',
  'balance_comparisons',
  'self_audits',
  'transparency_groups',
  'transparency_progress',
  'kysely_migration',
  'sqlite_master',
]);

/** The tests' own statements, which read what a call has stored. */
const ownStatements = new Set([
  'select * from "donation_intents"',
  'select "payload" from "outbox" where "kind" = ? order by "created_at"',
  'select "id" from "staff_invitations" where "status" = ? and "email" = ?',
]);

let app: TestApp;
/** Every statement that is prepared during a test. Those of earlier tests are not prepared again. */
let prepared: MockInstance<DatabaseSync['prepare']>;

beforeAll(async () => {
  app = await startApp('sqlite', {
    cards: { ...stubCardsWithWebhook(), subscriptions: activeSubscriptions },
    paypal: stubPayPal(),
    ...acceptedMails(),
  });
  await insertEarlierReconciliation();
});
beforeEach(() => {
  prepared = vi.spyOn(DatabaseSync.prototype, 'prepare');
});
afterAll(() => app.close());

/** Columns with so few values that a search by them alone reads a large part of the table. */
const fewValued = new Set(['status', 'provider', 'kind', 'is_active', 'charity_id']);

/** The steps in which SQLite would read a whole table or index, or a large part of it, to run a statement. */
function fullReads(db: DatabaseSync, statement: string): string[] {
  const tables = db.prepare(`select name from sqlite_master where type = 'table'`).all() as { name: string }[];
  const large = new Set(tables.map(({ name }) => name).filter((name) => !smallTables.has(name)));
  return stepsOf(db, statement)
    .filter((detail) => large.has(/^(?:SCAN|SEARCH) (\w+)/.exec(detail)?.[1] ?? '')) // other names are those of subqueries
    .filter((detail) => detail.startsWith('SCAN') || termsOf(detail).every((column) => fewValued.has(column)));
}

/** Returns true for a step that reads only what needs review: few rows are open, and few jobs are dead or held. */
const readsOpenRows = (statement: string, step: string): boolean =>
  /USING (?:COVERING )?INDEX (?:approvals_waiting|quarantined_events_open|reversals_undecided)/.test(step) ||
  /from "outbox" where (?:"status" = \?$|status = 'dead')/.test(statement);

const stepsOf = (db: DatabaseSync, statement: string): string[] =>
  (db.prepare(`explain query plan ${statement}`).all() as { detail: string }[]).map(({ detail }) => detail);

/** The columns by which a step searches: `SEARCH outbox USING INDEX outbox_by_kind (status=? AND run_at<?)`. */
const termsOf = (detail: string): string[] =>
  [...(/\(([^()]*)\)/.exec(detail)?.[1] ?? '').matchAll(/(\w+)[=<>]/g)].map(([, column = '']) => column);

const preparedStatements = (): string[] =>
  prepared.mock.calls
    .map(([statement]) => statement)
    .filter((statement) => /^(select|update|delete|with)\b/i.test(statement) && !ownStatements.has(statement));

/** The statements that read whole tables, with the tables. */
function wholeTableStatements(statements: readonly string[]): string[] {
  const db = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
  const found = statements.flatMap((statement) =>
    fullReads(db, statement)
      .filter((step) => !readsOpenRows(statement, step))
      .map((step) => `${step}: ${statement}`),
  );
  db.close();
  return found;
}

test('no scheduled job reads a whole table', async () => {
  await insertOldUnpaidIntent();
  await insertCatalogueVersion(app, { charities: { 6: { isRetired: true } } });
  const handlers = {
    ...mailHandlers(app.deps, mailWriters),
    ...paymentJobs,
    announce_arrival: announceArrival,
    cancel_plan: cancelPlanJob,
    follow_charity: followCharityJob,
  };
  await startSchedule(app.deps, handlers).stop();
  await insertCatalogueVersion(app, { charities: { 6: { isRetired: false } } });
  const statements = preparedStatements();
  expect(statements.length).toBeGreaterThan(10);
  expect(wholeTableStatements(statements)).toEqual([]);
});

test('no call of a donor reads a whole table', async () => {
  for (const name of Object.keys(endpoints) as EndpointName[])
    if (!isStaffAccess(endpoints[name].access)) await callAs(name);
  const statements = preparedStatements();
  expect(statements.length).toBeGreaterThan(50);
  expect(wholeTableStatements(statements)).toEqual([]);
});

/** A complete reconciliation two days ago: every database has an earlier one, unless it is new. */
async function insertEarlierReconciliation(): Promise<void> {
  const at = new Date(app.clock.now().getTime() - 2 * 24 * 60 * 60 * 1000).toISOString();
  await app.deps.db.write
    .insertInto('reconciliation_runs')
    .values({
      id: 'rec_1',
      scope: 'recent',
      status: 'finished',
      result: '{}',
      since: at,
      started_at: at,
      finished_at: at,
    })
    .execute();
}

/** An intent that is to be deleted. */
async function insertOldUnpaidIntent(): Promise<void> {
  const { id } = await openIntent(app);
  const at = '2020-01-01T00:00:00.000Z';
  const old = { created_at: at, expires_at: at };
  await app.deps.db.write.updateTable('donation_intents').set(old).where('id', '=', id).execute();
}

async function callAs(name: EndpointName): Promise<void> {
  const endpoint: Endpoint = endpoints[name];
  const caller: SignedIn = await signIn(app);
  const { params = {}, body, cookie = '' } = await validCalls[name](app, { caller, owner: caller });
  const url = endpoint.path.replace(/:(\w+)/g, (_all, parameter: string) => params[parameter] ?? '');
  await call(app, { method: endpoint.method, url, cookie: `${caller.cookie}; ${cookie}`, ...(body ? { body } : {}) });
}

test('a decline reads only the latest pages that its address requested', async () => {
  await deliver(app, declineMessage(await openPage(app)));
  const db = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
  const steps = preparedStatements().flatMap((statement) => stepsOf(db, statement));
  db.close();
  const searches = steps.filter((step) => /^SEARCH checkout_subjects .*subject=/.test(step));
  expect(searches.length).toBeGreaterThan(2);
  for (const search of searches) expect(termsOf(search)).toEqual(['subject', 'opened_at']);
});

test('deleting an intent reads no whole table to find rows that refer to it', () => {
  const db = new DatabaseSync(`${app.deps.config.dataDir}/kindbite.db`, { readOnly: true });
  const references = db
    .prepare(
      `select tables.name as name, reference."from" as field from sqlite_master tables, pragma_foreign_key_list(tables.name) reference
       where reference."table" in ('donation_intents', 'plans')`,
    )
    .all() as { name: string; field: string }[];
  const scans = references.flatMap(({ name, field }) =>
    fullReads(db, `select 1 from ${name} where ${field} = 'int_1'`),
  );
  db.close();
  expect(references.length).toBeGreaterThan(8);
  expect(scans).toEqual([]);
});

test('a statement that reads a whole table, or all its settled rows, is found', () => {
  const scan = 'select id from donations where label = ?';
  const search = `select meals from donation_intents where status = 'settled'`;
  expect(wholeTableStatements([scan, search])).toEqual([
    `SCAN donations: ${scan}`,
    `SEARCH donation_intents USING INDEX donation_intents_by_status (status=?): ${search}`,
  ]);
});
