import { endpoints } from '#contract/endpoints.ts';
import { checkLedger } from '#server/ledger/index.ts';
import type { DatabaseSource } from '../databases.ts';
import { openYear, provideYear } from '../growth/years.ts';
import type { BurstCommand, PacedCall, PacedCommand, PacedResult, Settled } from '../load/paced-commands.ts';
import { checkoutBody, ownPageHeaders } from '../load/requests.ts';
import type { BenchOptions } from '../options.ts';
import { startOnDatabase, startSide, stopSide, type Side } from '../pair.ts';
import { startProcess, type StartedProcess } from '../processes/started-process.ts';
import { print } from '../report.ts';
import { donorToken, sessionCookie } from '../rows/donor.ts';
import { benchKey } from '../rows/year/write-payouts.ts';
import { siteOrigin } from '../servers/production.ts';
import { portOf } from './http-part.ts';

const providerMs = 300;
const usualMinutes = 10;
const host = { host: new URL(siteOrigin).host };

const snacks: PacedCall = { name: 'snacks', method: 'GET', path: endpoints.listSnacks.path, headers: host };
const health: PacedCall = { name: '/healthz', method: 'GET', path: '/healthz', headers: host };
const readiness: PacedCall = { name: '/readyz', method: 'GET', path: '/readyz', headers: host };
const history: PacedCall = {
  name: 'history',
  method: 'GET',
  path: '/api/donations',
  headers: { ...host, 'sec-fetch-site': 'same-origin', cookie: `${sessionCookie}=${donorToken}` },
};
const checkout: PacedCall = {
  name: 'checkout',
  method: 'POST',
  path: endpoints.createCheckoutSession.path,
  headers: { ...host, ...ownPageHeaders },
  body: JSON.stringify(checkoutBody()),
  opensPayment: true,
};

/**
 * Measures a steady load of checkouts, a steady load of reads over a year of donations, and a spike. A second after a payment is
 * opened, a webhook reports it as paid. `--minutes 0` runs only the spike. Returns what is wrong: responses that must not occur,
 * unsettled payments, and the findings of the ledger check.
 */
export async function measureLoad(source: DatabaseSource, options: BenchOptions): Promise<string[]> {
  const driver = await startProcess('load/paced-driver.ts', {}, `${source.folder}/driver.log`);
  const seconds = (options.minutes ?? usualMinutes) * 60;
  try {
    const steady = seconds === 0 ? [] : await measureCheckouts(source, driver, seconds);
    const reads = seconds === 0 ? [] : await measureReads(source, driver, { seconds, donations: options.donations });
    return [...steady, ...reads, ...(await measureSpike(source, driver))];
  } finally {
    await driver.stop();
  }
}

const pace = async (driver: StartedProcess, side: Side, command: Omit<PacedCommand, 'port'>): Promise<PacedResult[]> =>
  driver.ask<PacedResult[]>('pace', { ...command, port: await portOf(side) } satisfies PacedCommand);

async function measureCheckouts(source: DatabaseSource, driver: StartedProcess, seconds: number): Promise<string[]> {
  const side = await startWithSlowProvider(source, 'load_checkouts');
  const results = await pace(driver, side, { seconds, rates: [30, 30], calls: [checkout] });
  print(
    `30 checkouts a second for ${seconds} s, a provider that responds after ${providerMs} ms (left out of the times), ${source.title}`,
  );
  for (const result of results) print(`  ${describe(result, providerMs)}; goal 100 ms`);
  const findings = [...unexpectedIn(results, ['200']), ...(await settleAll(driver, side))];
  await stopSide(side);
  return findings;
}

async function measureReads(
  source: DatabaseSource,
  driver: StartedProcess,
  { seconds, donations }: { readonly seconds: number; readonly donations: number },
): Promise<string[]> {
  const { unpaid: name } = await provideYear(source, donations);
  const database = await openYear(source, name);
  const variables = { SECRET_KEY: benchKey.toString('base64') };
  const side = await startOnDatabase(source, database, { name, module: 'servers/product-server.ts', variables });
  const results = await pace(driver, side, { seconds, rates: [200, 200], calls: [history] });
  const count = donations.toLocaleString('en-US');
  print(`200 histories a second for ${seconds} s over ${count} donations, ${source.title}`);
  for (const result of results) print(`  ${describe(result)}; goal 150 ms`);
  await stopSide(side);
  return unexpectedIn(results, ['200']);
}

const risePace = { seconds: 60, rates: [20, 2000] } as const;
const burstSize = 3000;
const peakPace = { seconds: 30, rates: [2000, 2000] } as const;

/** Raises visits a hundredfold within a minute, stays at the peak for half a minute, and sends a burst. One in ten donates. */
async function measureSpike(source: DatabaseSource, driver: StartedProcess): Promise<string[]> {
  const side = await startWithSlowProvider(source, 'load_spike');
  const monitor = await startProcess('load/paced-driver.ts', {}, `${source.folder}/monitor.log`);
  const visits = [...Array.from({ length: 9 }, () => snacks), checkout];
  const monitoring = pace(monitor, side, { seconds: 100, rates: [2, 2], calls: [health, readiness] });
  const rise = await pace(driver, side, { ...risePace, calls: visits });
  const peak = await pace(driver, side, { ...peakPace, calls: visits });
  const command = { port: await portOf(side), count: burstSize, call: snacks } satisfies BurstCommand;
  const burst = await driver.ask<PacedResult[]>('burst', command);
  const monitored = await monitoring;
  await monitor.stop();
  print(`A spike: from 20 to 2,000 requests a second within a minute, then 30 s at 2,000, ${source.title}`);
  for (const result of rise) print(`  rise  ${describe(result)}`);
  for (const result of peak) print(`  peak  ${describe(result)}`);
  for (const result of burst) print(`  ${burstSize} at once  ${describe(result)}`);
  for (const result of monitored) print(`  ${describe(result)}`);
  const findings = [
    ...unexpectedIn([...rise, ...peak, ...burst], ['200', '503']),
    ...unexpectedIn(monitored, ['200']),
    ...(await settleAll(driver, side)),
  ];
  await stopSide(side);
  return findings;
}

const startWithSlowProvider = (source: DatabaseSource, name: string): Promise<Side> =>
  startSide(source, name, 'servers/product-server.ts', { BENCH_PROVIDER_MS: String(providerMs) });

/** Waits until every payment has settled. Returns payments without a donation, and the findings of the ledger check. */
async function settleAll(driver: StartedProcess, { database: { db } }: Side): Promise<string[]> {
  const { sessions, repeated } = await driver.ask<Settled>('settle');
  const rows = await db.read
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .select('provider_session_id')
    .execute();
  const donated = new Set(rows.map(({ provider_session_id: id }) => id));
  const missing = sessions.filter((session) => !donated.has(session));
  const opened = await db.read
    .selectFrom('donation_intents')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  print(`  ${rows.length} donations of ${opened.count} intents; ${repeated} webhooks sent again`);
  const findings = await checkLedger(db.read);
  return [
    ...missing.map((session) => `${session} was paid but is not a donation`),
    ...findings.map(({ rule, subject }) => `${rule}: ${subject}`),
  ];
}

const describe = ({ name, statuses, p50Ms, p95Ms, unexplained }: PacedResult, waitedMs = 0): string =>
  [
    name.padEnd(9),
    Object.entries(statuses)
      .map(([status, count]) => `${status}: ${count.toLocaleString('en-US')}`)
      .join(', '),
    `median ${(p50Ms - waitedMs).toFixed(0)} ms, 95th percentile ${(p95Ms - waitedMs).toFixed(0)} ms`,
    ...(unexplained > 0 ? [`${unexplained} refusals without Retry-After`] : []),
  ].join('  ');

const unexpectedIn = (results: readonly PacedResult[], expected: readonly string[]): string[] =>
  results.flatMap(({ name, statuses, unexplained }) => [
    ...Object.entries(statuses)
      .filter(([status]) => !expected.includes(status))
      .map(([status, count]) => `${name} got ${status}, ${count} times`),
    ...(unexplained > 0 ? [`${name}: ${unexplained} refusals without Retry-After`] : []),
  ]);
