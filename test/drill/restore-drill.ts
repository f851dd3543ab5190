import { setTimeout as pause } from 'node:timers/promises';
import { startMailServer, type MailServer } from '#test/support/mail/mail-server.ts';
import { findDiscrepancies } from '#test/support/payments/provider-records.ts';
import type { Deps } from '#server/deps.ts';
import { startCrashWorld, type CrashWorld } from '#tools/crash/crash-world.ts';
import { operatorDeps } from '#tools/operator-deps.ts';
import { runCommand } from '#tools/provision/run-command.ts';
import { inProject } from '#tools/start/paths.ts';
import { postgresBackup, sqliteBackup } from './backup.ts';
import type { DrillDatabase } from './drill-world.ts';
import { createDrillDonors, type DrillDonors } from './drill-donors.ts';

/** The result of a drill: `lost` payments were made after the backup, and `rebuilt` of them were recorded again. */
export interface RestoreDrill {
  readonly lost: number;
  readonly rebuilt: number;
  /** Differences between our records and the provider's, and breaches of the ledger's rules. */
  readonly differences: readonly string[];
  readonly heldEmails: number;
  readonly emailsTwice: number;
  readonly reconcileSeconds: number;
}

const lostRounds = 25; // of ten payments each: a plan with one renewal, and eight others
const monthSeconds = 31 * 24 * 60 * 60;
const outboxRoundsMs = 3000; // the product works its outbox every second

/** Backs up while donors pay, takes 250 more payments, kills the product, restores, reconciles, and compares. */
export async function drillRestore(database: DrillDatabase): Promise<RestoreDrill> {
  const { dataDir, postgres } = database;
  const mail = await startMailServer();
  const world = await startCrashWorld({ dataDir, databaseUrl: postgres?.url, smtpUrl: mail.url });
  const backup = postgres ? postgresBackup(dataDir, postgres) : sqliteBackup(dataDir);
  try {
    const donors = createDrillDonors(world);
    const cookie = await donors.register('early');
    await Promise.all([backup.take(), repeat(20, () => donors.payByCard({ cookie }))]);
    await settle(donors);
    const before = await countPaid(donors);
    for (let round = 0; round < lostRounds; round += 1) await startPlan(donors, cookie, round);
    await donors.sandbox.advanceClock(monthSeconds); // one renewal for each plan
    await settle(donors);
    const later = await donors.logIn('early');
    for (let round = 0; round < lostRounds; round += 1) await payRound(donors, later, round);
    await settle(donors);
    const lost = (await countPaid(donors)) - before;
    await pause(outboxRoundsMs);
    const expected = await countDonations(world.deps);
    await world.kill();
    await world.deps.db.close();
    await backup.restore();
    return { lost, ...(await repairAndCompare(world, donors, mail, { lost, expected })) };
  } finally {
    await world.close().catch(() => undefined); // its database connection is closed already
    await mail.close();
  }
}

/** Starts a monthly donation; in every second round, for an account that the backup lacks. */
const startPlan = async (donors: DrillDonors, cookie: string, round: number): Promise<string> =>
  donors.payByCard({ cookie: round % 2 === 0 ? cookie : await donors.register(`monthly${round}`), isMonthly: true });

/** Makes eight payments: four by card, one from a bank, three with PayPal. Refunds two of the first five and one of PayPal's. */
async function payRound(donors: DrillDonors, cookie: string, round: number): Promise<void> {
  const late = await donors.register(`late${round}`);
  await donors.payByCard();
  await donors.payByCard({ cookie });
  await donors.payByCard({ cookie: late });
  await donors.payByCard();
  await donors.payFromBank();
  await repeat(3, () => donors.payWithPayPal());
  for (const { paymentIntentId, state } of await donors.sandbox.readPayments()) {
    if (state === 'processing') await donors.sandbox.settleBankDebit(paymentIntentId, 'paid');
  }
  const payments = await donors.sandbox.readPayments();
  const [refundedInFull, refundedInPart] = payments
    .filter(({ amountRefundedMinor, amountReceivedMinor }) => amountReceivedMinor > 0 && amountRefundedMinor === 0)
    .slice(-3);
  await donors.sandbox.refund(refundedInFull?.paymentIntentId ?? '');
  await donors.sandbox.refund(refundedInPart?.paymentIntentId ?? '', 100);
  const capture = (await donors.sandbox.readCaptures()).at(-1);
  await donors.sandbox.refundCapture(capture?.captureId ?? '', 100);
}

async function repairAndCompare(
  world: CrashWorld,
  donors: DrillDonors,
  mail: MailServer,
  { lost, expected }: { readonly lost: number; readonly expected: number },
): Promise<Omit<RestoreDrill, 'lost'>> {
  const startedAt = performance.now();
  await reconcile(world, 'the first reconciliation');
  const reconcileSeconds = (performance.now() - startedAt) / 1000;
  await reconcile(world, 'a second reconciliation');
  await world.restart();
  await pause(outboxRoundsMs);
  const deps = await operatorDeps(world.environment);
  try {
    const differences = await findDiscrepancies(deps, donors.sandbox);
    const donations = await countDonations(deps);
    const held = await deps.db.read.selectFrom('outbox').select('id').where('status', '=', 'held').execute();
    const messageIds = mail.received.map(({ headers }) => headers.get('message-id'));
    return {
      rebuilt: lost - (expected - donations),
      differences,
      heldEmails: held.length,
      emailsTwice: messageIds.length - new Set(messageIds).size,
      reconcileSeconds,
    };
  } finally {
    await deps.db.close();
  }
}

/** Runs `npm run reconcile`, as an operator does before starting the product again. */
async function reconcile(world: CrashWorld, name: string): Promise<void> {
  const { exitCode, output } = await runCommand(process.execPath, [inProject('tools', 'reconcile.ts')], {
    env: world.environment,
  });
  if (exitCode !== 0) throw new Error(`${name} found discrepancies: ${output}`);
}

const repeat = async (times: number, pay: () => Promise<unknown>): Promise<void> => {
  for (let count = 0; count < times; count += 1) await pay();
};

/** Delivers all webhooks, twice: the response to one can cause another. */
async function settle({ sandbox }: DrillDonors): Promise<void> {
  await sandbox.deliverWebhooks();
  await pause(outboxRoundsMs);
  await sandbox.deliverWebhooks();
}

/** Counts the payments that the providers collected. */
async function countPaid({ sandbox }: DrillDonors): Promise<number> {
  const cards = (await sandbox.readPayments()).filter(({ amountReceivedMinor }) => amountReceivedMinor > 0);
  return cards.length + (await sandbox.readCaptures()).filter(({ status }) => status !== 'PENDING').length;
}

const countDonations = async ({ db }: Deps): Promise<number> =>
  (await db.read.selectFrom('donations').select('id').execute()).length;
