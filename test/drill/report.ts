import type { Deployment } from './deploy-drill.ts';
import type { CardTestingDrill } from './card-testing-drill.ts';
import type { DatabaseOutage } from './database-drill.ts';
import type { FailoverDrill } from './failover/failover-drill.ts';
import type { GeneratedYearDrill } from './generated-year-drill.ts';
import type { LoginFloodDrill } from './login-flood-drill.ts';
import { outageHours, type MailFloodDrill } from './mail-flood-drill.ts';
import type { NewsletterDrill } from './newsletter-drill.ts';
import type { PgBouncerDrill } from './pgbouncer-drill.ts';
import type { PointInTimeDrill } from './pitr-drill.ts';
import type { RestoreDrill } from './restore-drill.ts';
import type { RollingRestart } from './rolling-restart-drill.ts';

/** Prints the figures of one database, and sets the exit code. */
export function reportRestore(engine: string, result: RestoreDrill): void {
  const { lost, rebuilt, differences, heldEmails, emailsTwice, reconcileSeconds } = result;
  print(
    `${engine}: ${rebuilt} of ${lost} payments were rebuilt, ${differences.length} differences, ${heldEmails} emails held, ` +
      `${emailsTwice} sent twice, reconciliation took ${reconcileSeconds.toFixed(1)} s`,
    differences,
  );
  if (rebuilt !== lost || differences.length > 0 || emailsTwice > 0) process.exitCode = 1;
}

export function reportFailover(result: FailoverDrill): void {
  const { kills, ratePerSecond, confirmed, failures, differences } = result;
  for (const [index, { backAfterMs, refused, lost }] of kills.entries())
    print(`kill ${index + 1}: back after ${seconds(backAfterMs)}, ${refused} calls refused, ${lost} lost`, []);
  print(
    `${ratePerSecond.toFixed(1)} checkouts a second, ${confirmed} donations were confirmed at once, ` +
      `${failures.length} kinds of other failures, ${differences.length} differences`,
    [...failures, ...differences],
  );
  const isBack = kills.every(({ backAfterMs, lost }) => backAfterMs <= backMsMax && lost === 0);
  if (!isBack || failures.length > 0 || differences.length > 0) process.exitCode = 1;
}

const backMsMax = 30_000;

export function reportPgBouncer(result: PgBouncerDrill): void {
  const { version, calls, payments, adminPages, workersKilled, problems, refusesNames } = result;
  print(
    `${version}: ${calls} calls, ${payments} payments and ${adminPages} responses of the admin area from three workers, of which ` +
      `${workersKilled} was killed; ${problems.length} problems; named statements are ${refusesNames ? 'refused' : 'accepted'}`,
    problems,
  );
  if (problems.length > 0) process.exitCode = 1;
}

export function reportPointInTime(result: PointInTimeDrill): void {
  const { before, restored, unexpected, restoreSeconds, after, rebuilt, problems } = result;
  print(
    `${restored} of ${before} donations before the mistake were restored, and ${unexpected} later ones; the restore took ` +
      `${restoreSeconds.toFixed(1)} s; ${rebuilt} of ${after} later ones were rebuilt from the providers, ${problems.length} problems`,
    problems,
  );
  if (restored !== before || unexpected > 0 || rebuilt !== after || problems.length > 0) process.exitCode = 1;
}

const slowestMsMax = 3000;
const healedMsMax = 15_000;

export function reportOutages(outages: readonly DatabaseOutage[]): void {
  for (const outage of outages) {
    const { fault, calls, payments, refused, failures, slowestMs, redAfterMs, healedAfterMs, differences } = outage;
    print(
      `${fault}: ${calls} calls and ${payments} payments, ${refused} refused with 503, the slowest after ${seconds(slowestMs)}, ` +
        `/readyz ${redAfterMs === undefined ? 'never red' : `red after ${seconds(redAfterMs)}`}, healed ${seconds(healedAfterMs)} after ` +
        `the return, ${failures.length} kinds of other failures, ${differences.length} differences`,
      [...failures, ...differences],
    );
    const isRed = redAfterMs !== undefined;
    const isQuick = slowestMs <= slowestMsMax && healedAfterMs < healedMsMax;
    if (!isRed || !isQuick || failures.length > 0 || differences.length > 0) process.exitCode = 1;
  }
}

export function reportRestarts({ calls, restarts, failures, slowestMs, differences }: RollingRestart): void {
  print(
    `${calls} calls during ${restarts} restarts, ${failures.length} kinds of failures, slowest ${seconds(slowestMs)}, ` +
      `${differences.length} differences`,
    [...failures, ...differences],
  );
  if (failures.length > 0 || differences.length > 0) process.exitCode = 1;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

function print(line: string, details: readonly string[]): void {
  process.stdout.write(`${line}\n`);
  for (const detail of details) process.stdout.write(`  ${detail}\n`);
}

export function reportCardTesting(engine: string, result: CardTestingDrill): void {
  const { pages, attempts, refusals, attackSeconds, donations, failedDonations, slowestCheckoutMs, differences } =
    result;
  print(
    `${engine}: ${attempts} of ${attempts + refusals} cards were tried on ${pages} open pages in ${attackSeconds.toFixed(0)} s; ` +
      `a donor elsewhere paid ${donations} times, ${failedDonations} failed, slowest checkout ` +
      `${slowestCheckoutMs.toFixed(0)} ms, ${differences.length} differences`,
    differences,
  );
  const hasDonated = donations > 0 && failedDonations === 0;
  if (attempts >= attemptsMax || !hasDonated || differences.length > 0) process.exitCode = 1;
}

/** The drill fails if the attackers could try this many cards. */
const attemptsMax = 150;

export function reportLoginFlood(engine: string, result: LoginFloodDrill): void {
  const { responses, bareRefusals, floodSeconds, quiet, flooded, failures, differences } = result;
  const statuses = [...responses].toSorted(([one], [other]) => one - other);
  const times = (['loginMs', 'checkoutMs', 'settlementMs'] as const).map(
    (call) => `${call.slice(0, -2)} ${rounded(flooded[call])} ms (${rounded(quiet[call])} ms without)`,
  );
  print(
    `${engine}: a flood of ${statuses.map(([status, count]) => `${count} x ${status}`).join(', ')} in ${floodSeconds.toFixed(0)} s; ` +
      `slowest of ${flooded.rounds} visits elsewhere: ${times.join(', ')}; ${failures.length} of their calls failed, ` +
      `${bareRefusals} refusals without Retry-After or a sentence, ${differences.length} differences`,
    [...failures, ...differences],
  );
  const isQuick = flooded.loginMs < Math.max(loginMsMax, slowdownMax * quiet.loginMs);
  if (!isQuick || failures.length > 0 || bareRefusals > 0 || differences.length > 0) process.exitCode = 1;
}

const rounded = (ms: number): string => ms.toFixed(0);
const loginMsMax = 1000;
const slowdownMax = 50; // a second if a login without a flood takes 20 ms; other work on the machine slows down both

export function reportMailFlood(engine: string, result: MailFloodDrill): void {
  const { requests, refused, waiting, linkMs, receiptMs, floodSentMs } = result;
  const { waitingAfterOutage, sentAfterReturnMs, expired, expiredSent, sentTwice } = result;
  print(
    `${engine}: ${requests} newsletter requests, ${refused} refused; while ${waiting} emails waited, a password link took ` +
      `${seconds(linkMs)} and a receipt ${seconds(receiptMs)}; all were sent after ${seconds(floodSentMs)}. After ${outageHours} ` +
      `hours without a mail server, ${waitingAfterOutage} emails waited; the last left ${seconds(sentAfterReturnMs)} after its ` +
      `return, ${expired} expired, ${expiredSent} sent although expired, ${sentTwice} sent twice`,
    [],
  );
  const isQuick = Math.max(linkMs, receiptMs) <= mailMsMax && sentAfterReturnMs <= mailsLeftMsMax;
  if (!isQuick || refused > 0 || expired === 0 || expiredSent > 0 || sentTwice > 0) process.exitCode = 1;
}

const mailMsMax = 10_000;
const mailsLeftMsMax = 60_000;

export function reportNewsletter(engine: string, result: NewsletterDrill): void {
  const { recipients, kills, missing, copies, twice, unrecorded, receiptMs, minutes } = result;
  print(
    `${engine}: a newsletter to ${recipients} subscribers took ${minutes.toFixed(1)} minutes; the process was killed ${kills} ` +
      `times, ${missing} got no email, ${copies} got a second copy of the email that was on its way at a kill, ` +
      `${twice} got two emails, ${unrecorded} emails were not recorded as sent; a receipt took ${seconds(receiptMs)}`,
    [],
  );
  const isComplete = missing === 0 && twice === 0 && unrecorded === 0;
  if (!isComplete || copies > kills || receiptMs > mailMsMax) process.exitCode = 1;
}

export function reportGeneratedYear(engine: string, result: GeneratedYearDrill): void {
  const { days, donations, refunds, disputes, providerPayouts, payouts, minutes, differences } = result;
  print(
    `${engine}: ${donations} donations on ${days} days, ${refunds} refunds, ${disputes} disputes, ${providerPayouts} payouts of ` +
      `providers and ${payouts} to charities in ${minutes.toFixed(1)} minutes, ${differences.length} differences`,
    differences,
  );
  if (differences.length > 0) process.exitCode = 1;
}

export function reportDeployment({ installedMegabytes, lines }: Deployment): void {
  print(`The production install has ${installedMegabytes} MB; ${lines.length} checks passed`, lines);
  if (installedMegabytes > installedMegabytesMax) process.exitCode = 1;
}

const installedMegabytesMax = 360;
