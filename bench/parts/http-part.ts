import type { DatabaseSource } from '../databases.ts';
import { checkoutRequest, donorRequest, snacksRequest } from '../load/requests.ts';
import type { DriveCommand, LoadResult } from '../load/commands.ts';
import type { BenchOptions } from '../options.ts';
import { startPair, type Side } from '../pair.ts';
import { startProcess } from '../processes/started-process.ts';
import { printComparison, printMemory } from '../report.ts';
import { measureRounds } from '../rounds.ts';
import { writeDonor } from '../rows/donor.ts';
import { assertPid } from '../servers/pid-path.ts';

/** The compared calls; `goal` is the lowest acceptable ratio to the bare server. */
const calls = {
  snacks: { title: 'GET /api/snacks', request: snacksRequest, goal: 0.45 },
  checkout: { title: 'POST /api/create-checkout-session', request: checkoutRequest, goal: 0.55 },
  user: { title: 'GET /api/user', request: donorRequest('/api/user'), goal: 0.7 },
  impact: { title: 'GET /api/impact', request: donorRequest('/api/impact'), goal: 0.7 },
  donations: { title: 'GET /api/donations (30 rows)', request: donorRequest('/api/donations'), goal: 0.85 },
  rewards: { title: 'GET /api/rewards', request: donorRequest('/api/rewards'), goal: 0.7 },
} as const;

export type CallName = keyof typeof calls;

/** Compares a call over HTTP with bare `node:http` and a bare database driver. */
export async function compareCall(name: CallName, source: DatabaseSource, options: BenchOptions): Promise<void> {
  const { title, request, goal } = calls[name];
  const bytes = request();
  const pair = await startPair(source, name, {
    product: 'servers/product-server.ts',
    baseline: 'servers/bare-server.ts',
  });
  for (const side of [pair.product, pair.baseline]) await writeDonor(side.database.db);
  const driver = await startProcess('load/driver.ts', {}, `${source.folder}/driver.log`);
  const load = async (side: Side) => {
    const port = await portOf(side);
    const command: DriveCommand = { port, connections, request: bytes, milliseconds: options.sliceMs };
    const { responded, elapsedMs } = await driver.ask<LoadResult>('drive', command);
    return { done: responded, elapsedMs };
  };
  const measured = await measureRounds(pair, options.rounds, load);
  await driver.stop();
  await pair.stop();
  printComparison(`${title}, ${source.title}, ${connections} connections`, 'requests', measured.rounds, goal);
  printMemory(measured.productRss);
}

/** Returns the server's port after checking that the started process responds on it. */
export async function portOf({ process }: Side): Promise<number> {
  if (process.port === undefined) throw new Error('the server is not listening');
  await assertPid(process.port, process.pid);
  return process.port;
}

const connections = 32;
