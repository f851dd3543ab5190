import { createMoneyMovements, webhooksPerBatch, paymentsPerBatch } from '#test/support/payments/money-movements.ts';
import { findDiscrepancies } from '#test/support/payments/provider-records.ts';
import { shuffle } from '#test/support/app/shuffle.ts';
import { signMessages } from '#test/support/payments/sandbox-webhooks.ts';
import { startSilentSandbox, type SilentSandbox } from '#test/support/payments/silent-sandbox.ts';
import type { DatabaseSource } from '../databases.ts';
import type { DeliverCommand, LoadResult } from '../load/commands.ts';
import { ownPageHeaders, webhookRequest } from '../load/requests.ts';
import type { BenchOptions } from '../options.ts';
import { startSide, stopSide, type Side } from '../pair.ts';
import type { Usage } from '../processes/messages.ts';
import { startProcess } from '../processes/started-process.ts';
import { print, printMemory } from '../report.ts';
import { donorToken, sessionCookie, writeSignedInDonor } from '../rows/donor.ts';
import { siteOrigin, webhookSecret } from '../servers/production.ts';
import { portOf } from './http-part.ts';

/**
 * Delivers signed webhooks of every kind over HTTP, a third of them twice and all in random order, as providers do after an
 * outage. The product fetches invoices, subscriptions and the result of PayPal's signature check from the sandbox. Afterward
 * its records must match the sandbox's. Returns the differences.
 */
export async function deliverWebhooks(source: DatabaseSource, options: BenchOptions): Promise<string[]> {
  const silent = await startSilentSandbox();
  const side = await startSide(source, 'webhooks', 'servers/product-server.ts', silent.environment);
  const driver = await startProcess('load/driver.ts', {}, `${source.folder}/driver.log`);
  const batches = Math.ceil(options.webhooks / webhooksPerBatch);
  const requests = await makeRequests(side, silent, batches);
  const command: DeliverCommand = { port: await portOf(side), connections, requests };
  const { responded, elapsedMs } = await driver.ask<LoadResult>('deliver', command);
  const { rss } = await side.process.ask<Usage>('usage');
  const findings = await findingsOf(side, silent, batches);
  await driver.stop();
  await stopSide(side);
  await silent.running.close();
  const messages = count(batches * webhooksPerBatch);
  print(
    `${messages} webhooks of all kinds, a third of them twice, shuffled, ${source.title}, ${connections} connections`,
  );
  const seconds = (elapsedMs / 1000).toFixed(1);
  print(
    `  ${count(responded)} deliveries in ${seconds} s, ${count(Math.round((responded * 1000) / elapsedMs))} a second; goal 60 s for 10,000`,
  );
  printMemory(rss);
  print(
    findings.length === 0
      ? "  every payment settled exactly once; all records match the sandbox's"
      : '  THE RECORDS DIFFER',
  );
  return findings;
}

const connections = 16;
const count = (value: number): string => value.toLocaleString('en-US');

/** Makes and pays donations without delivering their webhooks. Returns the webhooks, a third of them twice, in random order. */
async function makeRequests(side: Side, { running }: SilentSandbox, batches: number): Promise<string[]> {
  await writeSignedInDonor(side.database.db);
  const port = await portOf(side);
  const cookie = `${sessionCookie}=${donorToken}`;
  const headers = { ...ownPageHeaders, cookie };
  await createMoneyMovements(running.sandbox, batches, {
    siteOrigin,
    post: async (path, body) => {
      const url = `http://127.0.0.1:${port}${path}`;
      const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
      return response.json();
    },
  });
  const webhooks = signMessages(running.sandbox, webhookSecret).map(webhookRequest);
  return shuffle([...webhooks, ...webhooks.filter((_webhook, index) => index % 3 === 0)], Date.now());
}

async function findingsOf({ database: { db } }: Side, { control }: SilentSandbox, batches: number): Promise<string[]> {
  const findings = await findDiscrepancies({ db }, control);
  const rows = {
    donations: await db.read.selectFrom('donations').select('id').execute(),
    receipts: await db.read.selectFrom('outbox').select('id').where('kind', '=', 'receipt').execute(),
  };
  for (const [name, { length }] of Object.entries(rows)) {
    if (length !== batches * paymentsPerBatch) findings.push(`${length} ${name}, not ${batches * paymentsPerBatch}`);
  }
  const quarantined = await db.read.selectFrom('quarantined_events').select(['event_id', 'reason']).execute();
  return [...findings, ...quarantined.map(({ event_id: id, reason }) => `${id} was quarantined: ${reason}`)];
}
