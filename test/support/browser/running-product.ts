import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { StaffRole } from '#domain/staff/rights.ts';
import { parseConfig } from '#server/config/config.ts';
import type { Database } from '#server/db/database.ts';
import { openDatabase } from '#server/db/open-database.ts';
import { systemRandom } from '#server/ids.ts';
import { checkLedger } from '#server/ledger/index.ts';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { findFreePort } from '#tools/provision/free-port.ts';
import { compileCachePath, rootPath } from '#tools/start/paths.ts';
import { runCommand } from '#tools/provision/run-command.ts';
import { migratedDatabase, type TestDatabase } from '../app/databases.ts';
import { insertSubscribers } from '../newsletter/valid-newsletter-calls.ts';
import { insertPaidPayout, createStatementLink } from '../payouts/confirmation.ts';
import { loseCheckouts } from '../review/lose-checkouts.ts';
import { patientServer } from '../app/start-app.ts';

/** The whole product as `npm start` runs it: launcher, server and payment sandbox as processes. */
export interface RunningProduct {
  /** Address of the pages, without a trailing slash. */
  readonly url: string;
  /** Address of the payment sandbox. */
  readonly sandboxUrl: string;
  readonly control: SandboxControl;
  /** Reads the donations, newest last. */
  donations(): Promise<{ id: string; chargeTotalMinor: number; label: string; charityId: number }[]>;
  /** Reads the provider's payment id and the amount of each donation. */
  payments(): Promise<{ paymentId: string | null; amountMinor: number }[]>;
  /** Reads the jobs of the outbox, oldest first. */
  jobs(): Promise<{ kind: string; dedupeKey: string; createdAt: string }[]>;
  /** Reads the ids of the donation intents. */
  intents(): Promise<string[]>;
  /** Deletes the open checkouts and a charity. Returns a function that inserts the charity again. */
  loseCheckouts(charityId: number): Promise<() => Promise<void>>;
  /** Inserts old contact messages with the subjects Old question 1, 2 and so on, newest first. */
  insertMessages(count: number, network?: string): Promise<void>;
  /** Inserts confirmed subscribers of the newsletter: reader-0@example.org, reader-1@example.org and so on. */
  insertSubscribers(count: number): Promise<void>;
  /** Gives an account a role on the team and a second factor, so that it may use the admin area. */
  joinTeam(username: string, role: StaffRole): Promise<void>;
  /** Inserts a batch with one payout that covers nothing. Returns the batch's id. */
  insertBatch(): Promise<string>;
  /** Reconciles with the providers now, as `npm run reconcile` does. */
  reconcile(): Promise<void>;
  /** Inserts a paid payout. Returns the token of the link with which the charity can confirm it. */
  insertStatementLink(): Promise<string>;
  /** Returns the findings of the ledger check. */
  ledgerFindings(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Password of the account `admin`. */
export const adminPassword = 'an orchard of pears';

/** Starts the product on free ports over a fresh database, and waits until it responds. `environment` adds settings. */
export async function startRunningProduct(
  engine: TestDatabase,
  environment: Readonly<Record<string, string>> = {},
): Promise<RunningProduct> {
  const fresh = await migratedDatabase(engine);
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const settings = {
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATA_DIR: fresh.dataDir,
    ADMIN_PASSWORD: adminPassword,
    ...patientServer,
    ...environment,
    ...(fresh.databaseUrl ? { DATABASE_URL: fresh.databaseUrl } : {}),
  };
  const launcher = spawn(process.execPath, ['tools/start.ts'], {
    cwd: rootPath,
    env: { ...process.env, ...settings, NODE_ENV: '', LOG_LEVEL: 'warn', NODE_COMPILE_CACHE: compileCachePath },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await waitUntilReady(launcher);
  const config = parseConfig(settings);
  const db = openDatabase(config, () => undefined);
  const payoutDeps = { db, config, random: systemRandom(), clock: { now: () => new Date() } };
  return {
    url: `http://localhost:${port}`,
    sandboxUrl: `http://127.0.0.1:${sandboxPort}`,
    control: controlSandbox(`http://127.0.0.1:${sandboxPort}`),
    ...queriesOn(db),
    reconcile: () => reconcileNow(settings),
    insertStatementLink: async () =>
      createStatementLink({ deps: payoutDeps }, await insertPaidPayout({ deps: payoutDeps })),
    stop: async () => {
      await db.close();
      launcher.kill('SIGTERM');
      if (launcher.exitCode === null) await once(launcher, 'exit');
      await fresh.drop();
    },
  };
}

/** Runs `npm run reconcile`. Throws if something needs review. */
async function reconcileNow(settings: Readonly<Record<string, string>>): Promise<void> {
  const env = { ...process.env, ...settings, NODE_ENV: '', LOG_LEVEL: 'warn' };
  const { exitCode, output } = await runCommand(process.execPath, ['tools/reconcile.ts'], { cwd: rootPath, env });
  if (exitCode !== 0) throw new Error(`the reconciliation failed: ${output}`);
}

/** Creates the queries on the product's own database. */
const queriesOn = (
  db: Database,
): Pick<
  RunningProduct,
  | 'donations'
  | 'payments'
  | 'jobs'
  | 'intents'
  | 'loseCheckouts'
  | 'insertMessages'
  | 'insertSubscribers'
  | 'joinTeam'
  | 'insertBatch'
  | 'ledgerFindings'
> => ({
  donations: () =>
    db.read
      .selectFrom('donations')
      .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
      .select(['donations.id', 'donations.charge_total_minor as chargeTotalMinor', 'donations.label'])
      .select('donations.charity_id as charityId')
      .orderBy('donated_at')
      .orderBy('donation_intents.created_at') // orders donations of the same second
      .execute(),
  payments: () =>
    db.read
      .selectFrom('donations')
      .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
      .select(['provider_payment_id as paymentId', 'donations.charge_total_minor as amountMinor'])
      .orderBy('donated_at')
      .orderBy('donation_intents.created_at')
      .execute(),
  jobs: () =>
    db.read
      .selectFrom('outbox')
      .select(['kind', 'dedupe_key as dedupeKey', 'created_at as createdAt'])
      .orderBy('created_at')
      .execute(),
  intents: async () => (await db.read.selectFrom('donation_intents').select('id').execute()).map(({ id }) => id),
  loseCheckouts: (charityId) => loseCheckouts(db, charityId),
  insertMessages: (count, network) => insertMessages(db, count, network),
  insertSubscribers: (count) => insertOldSubscribers(db, count),
  joinTeam: (username, role) => joinTeam(db, username, role),
  insertBatch: () => insertBatch(db),
  ledgerFindings: async () => (await checkLedger(db.read)).map(({ rule, subject }) => `${rule}: ${subject}`),
});

async function insertMessages(db: Database, count: number, network: string | undefined): Promise<void> {
  const messages = Array.from({ length: count }, (_, index) => ({
    id: `msg_${network === undefined ? '0' : '1'}${String(count - index).padStart(25, '0')}`,
    content: JSON.stringify({
      name: 'Lin',
      email: 'lin@example.org',
      subject: `Old question ${index + 1}`,
      message: 'Hello',
    }),
    status: 'read' as const,
    sent_at: '2020-01-01T12:00:00.000Z',
    read_at: '2020-01-01T12:00:00.000Z',
    network: network ?? null,
  }));
  await db.write.insertInto('contact_messages').values(messages).execute();
}

async function insertOldSubscribers(db: Database, count: number): Promise<void> {
  const clock = { now: () => new Date('2020-01-01T12:00:00.000Z') };
  await insertSubscribers({ db, clock, random: systemRandom() }, count, (number) => `reader-${number}@example.org`);
}

async function joinTeam(db: Database, username: string, role: StaffRole): Promise<void> {
  const { id } = await db.write
    .updateTable('users')
    .set({ staff_role: role })
    .where('username', '=', username)
    .returning('id')
    .executeTakeFirstOrThrow();
  const factor = { secret: '', confirmed_at: new Date().toISOString(), last_step: 0, recovery_hashes: '[]' };
  await db.write
    .insertInto('second_factors')
    .values({ user_id: id, ...factor })
    .execute();
}

async function insertBatch(db: Database): Promise<string> {
  const id = 'bat_00000000000000000000000000';
  const at = '2020-01-01T12:00:00.000Z';
  const decided = { decided_by: null, decided_at: null };
  await db.write
    .insertInto('bank_accounts')
    .values({
      id: 'bac_1',
      charity_id: 6,
      currency: 'CAD',
      status: 'replaced',
      details: '',
      last_four: '1234',
      proposed_by: 'usr_1',
      proposed_at: at,
      payable_from: null,
      ...decided,
    })
    .execute();
  await db.write
    .insertInto('payout_batches')
    .values({
      id,
      day: '2020-01-01',
      status: 'open',
      created_by: 'usr_1',
      created_at: at,
      reason: 'F'.repeat(200), // one long word, because it must not make a page wider
      paid_on: null,
      reference: null,
      ...decided,
    })
    .execute();
  await db.write
    .insertInto('payouts')
    .values({
      id: 'pay_1',
      batch_id: id,
      charity_id: 6,
      currency: 'CAD',
      received_minor: 500,
      refunded_minor: 24,
      donations: 1,
      bank_account_id: 'bac_1',
      from_account_id: null,
    })
    .execute();
  return id;
}

/** Waits for the launcher's summary, which has the test card. It is printed when server and sandbox respond. */
async function waitUntilReady(launcher: ChildProcess): Promise<void> {
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    const handleOutput = (chunk: Buffer): void => {
      printed += chunk.toString();
      if (printed.includes('4242')) resolve();
    };
    launcher.stdout?.on('data', handleOutput);
    launcher.stderr?.on('data', handleOutput);
    launcher.once('exit', (code) => reject(new Error(`the product exited with ${code}:\n${printed}`)));
  });
}
