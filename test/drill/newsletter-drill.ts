import { setTimeout as pause } from 'node:timers/promises';
import { controlSandbox } from '#sandbox/control-client.ts';
import { startMailServer, type MailServer } from '#test/support/mail/mail-server.ts';
import { acceptsAll } from '#test/support/mail/accepted-mails.ts';
import { insertSubscribers, sendingNewsletter } from '#test/support/newsletter/valid-newsletter-calls.ts';
import { startCrashWorld, type CrashWorld } from '#tools/crash/crash-world.ts';

/** The results of a newsletter whose process is killed while it sends. */
export interface NewsletterDrill {
  readonly recipients: number;
  readonly kills: number;
  /** Recipients without an email. */
  readonly missing: number;
  /** Emails that arrived a second time, with the same Message-ID. */
  readonly copies: number;
  readonly minutes: number;
}

const pollMs = 50;
const leaseSeconds = 6 * 60;
const mailMs = 2;

/** Sends a newsletter, and kills the process after each third of it. */
export async function drillNewsletter(
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string | undefined },
  recipients: number,
): Promise<NewsletterDrill> {
  const smtp = await startMailServer();
  smtp.delayMs = mailMs;
  const world = await startCrashWorld({ dataDir, databaseUrl, smtpUrl: smtp.url });
  try {
    return await sendWithKills(world, smtp, recipients);
  } finally {
    await world.close();
    await smtp.close();
  }
}

async function sendWithKills(world: CrashWorld, smtp: MailServer, recipients: number): Promise<NewsletterDrill> {
  const deps = { ...world.deps, mail: acceptsAll };
  const startedAt = performance.now();
  await insertSubscribers(deps, recipients - 1);
  const id = await sendingNewsletter({ deps }); // inserts one more subscriber
  const subscribers = await deps.db.read.selectFrom('newsletter_subscribers').select('email').execute();
  const isSent = async (): Promise<boolean> => {
    const row = await deps.db.read.selectFrom('newsletters').select('status').where('id', '=', id).executeTakeFirst();
    return row?.status === 'sent';
  };
  const milestones = [recipients / 3, (recipients * 2) / 3];
  for (const milestone of milestones) {
    while (smtp.received.length < milestone) await pause(pollMs);
    await world.kill();
    await world.restart();
    await controlSandbox(world.sandboxUrl).advanceClock(leaseSeconds); // the killed process holds no job any longer
  }
  while (!(await isSent())) await pause(pollMs);
  const reached = new Set(smtp.received.flatMap(({ to }) => to));
  const messageIds = smtp.received.map(({ headers }) => headers.get('message-id'));
  return {
    recipients: subscribers.length,
    kills: milestones.length,
    missing: subscribers.filter(({ email }) => !reached.has(email)).length,
    copies: messageIds.length - new Set(messageIds).size,
    minutes: (performance.now() - startedAt) / 60_000,
  };
}
