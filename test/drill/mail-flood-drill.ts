import { setTimeout as pause } from 'node:timers/promises';
import { startMailServer, type MailServer, type ReceivedMail } from '#test/support/mail/mail-server.ts';
import { hashToken } from '#server/http/current-user.ts';
import { mailKinds } from '#server/outbox/mail-lanes.ts';
import type { CrashWorld } from '#tools/crash/crash-world.ts';
import { createDrillDonors, type DrillDonors } from './drill-donors.ts';
import { runFlood, postFrom, type DrillDatabase } from './drill-world.ts';

/** The results of a flood of newsletter requests while the mail server is slow, and of an outage of the mail server. */
export interface MailFloodDrill {
  readonly requests: number;
  readonly refused: number;
  /** Newsletter confirmations that were waiting when the link and the receipt were requested. */
  readonly waiting: number;
  readonly linkMs: number;
  readonly receiptMs: number;
  /** The time from the link's request until the last confirmation was sent. */
  readonly floodSentMs: number;
  /** After the outage: emails that were waiting, and the time until the last of them was sent. */
  readonly waitingAfterOutage: number;
  readonly sentAfterReturnMs: number;
  readonly expired: number;
  readonly expiredSent: number;
  readonly sentTwice: number;
}

const messageMs = 150;
const floodAddresses = 20;
const requestsEach = 55;
const outageRequestsEach = 15;
export const outageHours = 12;
const hourPauseMs = 6000; // longer than the pause between two attempts of a lane
const pollMs = 50;
const username = 'donor';

/**
 * Makes 1,100 newsletter requests while the mail server is slow, then requests a password link and a receipt. Afterward the mail
 * server stops, emails are requested, twelve hours pass on the product's clock, and the mail server returns.
 */
export async function drillMailFlood(database: DrillDatabase): Promise<MailFloodDrill> {
  const smtp = await startMailServer();
  smtp.delayMs = messageMs;
  const flood = async (world: CrashWorld): Promise<MailFloodDrill> => {
    const donors = createDrillDonors(world);
    const cookie = await donors.register(username);
    const flooded = await floodWhileDonating(world, smtp, donors, cookie);
    await smtp.close();
    return { ...flooded, ...(await outlastOutage(world, smtp, donors, cookie)) };
  };
  return runFlood(database, flood, smtp.url);
}

async function floodWhileDonating(world: CrashWorld, smtp: MailServer, donors: DrillDonors, cookie: string) {
  const refused = await requestNewsletters(world, 'flood', requestsEach);
  const waiting = await countWaiting(world);
  const startedAt = performance.now();
  const [linkMs, receiptMs] = await Promise.all([
    timeUntilReceived(smtp, 'Choose a new', () => requestLink(world)),
    timeUntilReceived(smtp, 'receipt', () => donors.payByCard({ cookie })),
  ]);
  while ((await countWaiting(world)) > 0) await pause(pollMs);
  const floodSentMs = performance.now() - startedAt;
  return { requests: floodAddresses * requestsEach, refused, waiting, linkMs, receiptMs, floodSentMs };
}

async function outlastOutage(world: CrashWorld, smtp: MailServer, donors: DrillDonors, cookie: string) {
  await requestLink(world);
  await donors.payByCard({ cookie });
  await requestNewsletters(world, 'outage', outageRequestsEach);
  for (let hour = 0; hour < outageHours; hour += 1) {
    await donors.sandbox.advanceClock(60 * 60);
    await pause(hourPauseMs);
  }
  await requestLink(world);
  const waitingAfterOutage = await countWaiting(world);
  const back = await startMailServer(Number(new URL(smtp.url).port));
  back.delayMs = messageMs;
  const returnedAt = performance.now();
  while ((await countWaiting(world)) > 0) await pause(pollMs);
  const sentAfterReturnMs = performance.now() - returnedAt;
  await back.close();
  const all = [...smtp.received, ...back.received];
  return {
    waitingAfterOutage,
    sentAfterReturnMs,
    ...(await countExpired(world, back.received)),
    sentTwice: all.length - new Set(all.map(({ headers }) => headers.get('message-id'))).size,
  };
}

/** Makes `each` newsletter requests from every address, through a proxy. Returns how many were refused. */
async function requestNewsletters(world: CrashWorld, label: string, each: number): Promise<number> {
  const network = label === 'flood' ? '198.51.100' : '203.0.113';
  const refused = Array.from({ length: floodAddresses }, async (_none, index) => {
    let count = 0;
    for (let number = 0; number < each; number += 1) {
      const email = `${label}-${index}-${number}@example.org`;
      const response = await post(world, '/api/subscribe', { email }, `${network}.${index + 1}`);
      count += Number(!response.ok);
    }
    return count;
  });
  return (await Promise.all(refused)).reduce((sum, count) => sum + count, 0);
}

async function requestLink(world: CrashWorld): Promise<void> {
  const response = await post(world, '/api/password-link', { email: `${username}@example.org` }, '192.0.2.1');
  if (!response.ok) throw new Error(`the server returned ${response.status} to the request of a password link`);
}

async function post(world: CrashWorld, path: string, body: object, address: string): Promise<Response> {
  const response = await postFrom(address, world, path, body);
  await response.body?.cancel();
  return response;
}

/** Measures the time from an action until the mail server has accepted an email with these words in its subject. */
async function timeUntilReceived(smtp: MailServer, words: string, act: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  const isReceived = (): boolean =>
    smtp.received.some(({ headers }) => headers.get('subject')?.includes(words) === true);
  await act();
  while (!isReceived()) await pause(pollMs);
  return performance.now() - startedAt;
}

async function countWaiting({ deps: { db } }: CrashWorld): Promise<number> {
  const { count } = await db.read
    .selectFrom('outbox')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'waiting')
    .where('kind', 'in', mailKinds)
    .executeTakeFirstOrThrow();
  return count;
}

/** Counts the emails that were not sent because their link had expired, and the password links that were sent expired. */
async function countExpired({ deps: { db, clock } }: CrashWorld, received: readonly ReceivedMail[]) {
  const expired = await db.read.selectFrom('outbox').select('id').where('status', '=', 'expired').execute();
  const tokens = received.flatMap((mail) => /\/reset-password#([\w-]+)/.exec(mail.part('text/plain'))?.[1] ?? []);
  const sent = await db.read
    .selectFrom('mail_links')
    .select('token_hash')
    .where('token_hash', 'in', ['', ...tokens.map(hashToken)])
    .where('expires_at', '<=', clock.now().toISOString())
    .execute();
  return { expired: expired.length, expiredSent: sent.length };
}
