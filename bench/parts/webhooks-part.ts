import { checkLedger } from '#server/ledger/index.ts';
import type { Tables } from '#server/db/tables.ts';
import { shuffle } from '#test/support/shuffle.ts';
import type { DatabaseSource } from '../databases.ts';
import type { DeliverOrder, LoadResult } from '../load/orders.ts';
import { paidWebhook } from '../load/requests.ts';
import type { BenchOptions } from '../options.ts';
import { startSide, stopSide, type Side } from '../pair.ts';
import type { Usage } from '../processes/messages.ts';
import { startProcess } from '../processes/started-process.ts';
import { print, printMemory } from '../report.ts';
import { writePendingIntents } from '../rows/pending-intents.ts';
import { portOf } from './http-part.ts';

/**
 * Delivers signed webhooks over HTTP, a third of them twice and all in a random order, as a provider does after an outage.
 * Every payment must then stand in the books exactly once. Returns what is wrong.
 */
export async function deliverWebhooks(source: DatabaseSource, options: BenchOptions): Promise<string[]> {
  const side = await startSide(source, 'webhooks', 'servers/product-server.ts');
  const driver = await startProcess('load/driver.ts', {}, `${source.folder}/driver.log`);
  const intents = await writePendingIntents(side.database.db, options.webhooks);
  const nowSeconds = Math.floor(Date.now() / 1000);
  const webhooks = intents.map((intent) => paidWebhook(intent, nowSeconds));
  const requests = shuffle([...webhooks, ...webhooks.filter((_webhook, index) => index % 3 === 0)], nowSeconds);
  const order: DeliverOrder = { port: await portOf(side), connections, requests };
  const { answered, elapsedMs } = await driver.ask<LoadResult>('deliver', order);
  const { rss } = await side.process.ask<Usage>('usage');
  const findings = await findingsOf(side, options.webhooks);
  await driver.stop();
  await stopSide(side);
  const seconds = (elapsedMs / 1000).toFixed(1);
  print(
    `${count(options.webhooks)} webhooks, a third of them doubled, shuffled, ${source.title}, ${connections} connections`,
  );
  print(
    `  ${count(answered)} deliveries in ${seconds} s, ${count(Math.round((answered * 1000) / elapsedMs))} a second`,
  );
  printMemory(rss);
  print(findings.length === 0 ? '  every payment settled exactly once; the books are right' : '  THE BOOKS ARE WRONG');
  return findings;
}

const connections = 16;

const count = (value: number): string => value.toLocaleString('en-US');

async function findingsOf({ database: { db } }: Side, payments: number): Promise<string[]> {
  const findings = (await checkLedger(db.read)).map(({ rule, subject }) => `${rule}: ${subject}`);
  for (const [table, expected] of rowsOf(payments)) {
    const { rows } = await db.read
      .selectFrom(table)
      .select((e) => e.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow();
    if (rows !== expected) findings.push(`${table} has ${rows} rows, not ${expected}`);
  }
  return findings;
}

/** What each table holds when every payment was settled once. */
const rowsOf = (payments: number): [keyof Tables, number][] => [
  ['payment_events', payments],
  ['donations', payments],
  ['ledger_transactions', payments],
  ['ledger_entries', payments * 3],
  ['outbox', payments],
  ['quarantined_events', 0],
];
