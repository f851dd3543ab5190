import { setTimeout as pause } from 'node:timers/promises';
import { readFigures } from '#server/newsletter/sending/read-figures.ts';
import { controlSandbox } from '#sandbox/control-client.ts';
import { startMailServer, type MailServer } from '#test/support/mail/mail-server.ts';
import { acceptingTransport } from '#test/support/mail/accepted-mails.ts';
import { draftText, insertSubscribers, sendingNewsletter } from '#test/support/newsletter/valid-newsletter-calls.ts';
import { startCrashWorld, type CrashWorld } from '#tools/crash/crash-world.ts';
import { createDrillDonors } from './drill-donors.ts';

/** The results of sending a newsletter while its process is killed several times. */
export interface NewsletterDrill {
  readonly recipients: number;
  readonly kills: number;
  /** Recipients without an email. */
  readonly missing: number;
  /** Emails that arrived a second time, with the same Message-ID. */
  readonly copies: number;
  /** Recipients who got two emails with different Message-IDs, so that their mail programs show both. */
  readonly twice: number;
  /** Recipients whose email was not recorded as sent. */
  readonly unrecorded: number;
  /** The time from a payment late in the run until the donor's receipt arrived. */
  readonly receiptMs: number;
  readonly minutes: number;
}

const pollMs = 50;
const leaseSeconds = 6 * 60;
const mailMs = 2;

interface NewsletterSize {
  readonly recipients: number;
  readonly kills: number;
}

/** Sends a newsletter, and kills the process several times, each time after an equal part of the emails. */
export async function drillNewsletter(
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string | undefined },
  size: NewsletterSize,
): Promise<NewsletterDrill> {
  const smtp = await startMailServer();
  smtp.delayMs = mailMs;
  const world = await startCrashWorld({ dataDir, databaseUrl, smtpUrl: smtp.url });
  try {
    return await sendWithKills(world, smtp, size);
  } finally {
    await world.close();
    await smtp.close();
  }
}

async function sendWithKills(
  world: CrashWorld,
  smtp: MailServer,
  { recipients, kills }: NewsletterSize,
): Promise<NewsletterDrill> {
  const deps = { ...world.deps, mail: acceptingTransport };
  const startedAt = performance.now();
  await insertSubscribers(deps, recipients - 1);
  const id = await sendingNewsletter({ deps }); // inserts one more subscriber
  const subscribers = await deps.db.read.selectFrom('newsletter_subscribers').select('email').execute();
  const isSent = async (): Promise<boolean> => {
    const row = await deps.db.read.selectFrom('newsletters').select('status').where('id', '=', id).executeTakeFirst();
    return row?.status === 'sent';
  };
  const part = recipients / (kills + 1);
  const reachMilestone = async (count: number): Promise<void> => {
    while (smtp.received.length < count) await pause(pollMs);
  };
  for (let kill = 1; kill <= kills; kill += 1) {
    await reachMilestone(kill * part);
    await world.kill();
    await world.restart();
    await controlSandbox(world.sandboxUrl).advanceClock(leaseSeconds); // the killed process holds no job anymore
  }
  await reachMilestone(recipients - part / 2);
  const receiptMs = await payAndWait(world, smtp);
  while (!(await isSent())) await pause(pollMs);
  const newsletters = smtp.received.filter(({ headers }) => headers.get('subject') === draftText.subject);
  const reached = new Set(newsletters.flatMap(({ to }) => to));
  const messageIds = new Set(newsletters.map(({ headers }) => headers.get('message-id')));
  const { sent } = await readFigures(deps.db.read, id);
  return {
    recipients: subscribers.length,
    kills,
    missing: subscribers.filter(({ email }) => !reached.has(email)).length,
    copies: newsletters.length - messageIds.size,
    twice: messageIds.size - reached.size,
    unrecorded: subscribers.length - sent,
    receiptMs,
    minutes: (performance.now() - startedAt) / 60_000,
  };
}

/** Donates by card while the newsletter is being sent. Resolves to the time until the receipt has arrived. */
async function payAndWait(world: CrashWorld, smtp: MailServer): Promise<number> {
  const donors = createDrillDonors(world);
  const cookie = await donors.register('donor');
  const startedAt = performance.now();
  await donors.payByCard({ cookie });
  while (!smtp.received.some(({ headers }) => headers.get('subject')?.includes('receipt') === true))
    await pause(pollMs);
  return performance.now() - startedAt;
}
