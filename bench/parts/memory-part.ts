import { setTimeout as pause } from 'node:timers/promises';
import type { DatabaseSource } from '../databases.ts';
import type { DeliverCommand, DriveCommand, LoadResult } from '../load/commands.ts';
import { checkoutRequest, donorRequest, snacksRequest } from '../load/requests.ts';
import type { BenchOptions } from '../options.ts';
import { readFigures } from '../processes/process-figures.ts';
import { planRealProcesses, realSettings, startRealProcess, type RealProcess } from '../processes/real-product.ts';
import { startProcess, type StartedProcess } from '../processes/started-process.ts';
import { print } from '../report.ts';
import { writeDonor } from '../rows/donor.ts';
import { slopeOf } from '../statistics.ts';

/** A server and its payment sandbox, and the process that loads them. */
interface World {
  readonly server: RealProcess;
  readonly sandbox: RealProcess;
  readonly driver: StartedProcess;
}

/**
 * Measures the memory of the server's process as `npm start` runs it: at rest, under the load of the comparisons, after many
 * checkouts in a row, and over minutes of mixed load. Also prints the payment sandbox's memory.
 */
export async function measureMemory(source: DatabaseSource, options: BenchOptions): Promise<string[]> {
  const { checkouts, minutes = 0, sliceMs } = options;
  const world = await startWorld(source);
  print(
    `Memory of the server, ${source.title}, ${connections} connections; goals 150 MB, and 200 MB after the checkouts`,
  );
  await pause(restMs);
  printMemoryOf(world, 'at rest');
  for (const [name, request] of Object.entries(reads)) {
    await drive(world, request, sliceMs * slicesPerRead);
    printMemoryOf(world, name);
  }
  await deliver(world, Array.from({ length: checkouts }, checkoutRequest));
  printMemoryOf(world, `after ${checkouts.toLocaleString('en-US')} checkouts`);
  await pause(restMs);
  printMemoryOf(world, `${restMs / 1000} s later`);
  if (minutes > 0) await watch(world, minutes);
  await world.driver.stop();
  await world.server.stop();
  await world.sandbox.stop();
  return [];
}

const connections = 32;
const restMs = 15_000;
const slicesPerRead = 5;

const reads = {
  'after snacks': snacksRequest(),
  'after histories': donorRequest('/api/donations')(),
  'after impact': donorRequest('/api/impact')(),
  'after rewards': donorRequest('/api/rewards')(),
} as const;

async function startWorld(source: DatabaseSource): Promise<World> {
  const database = await source.create('memory');
  await writeDonor(database.db);
  await database.close();
  const plan = planRealProcesses(await realSettings(database.environment));
  const log = `${source.folder}/memory.log`;
  const sandbox = await startRealProcess(plan.sandbox, log);
  const server = await startRealProcess(plan.product, log);
  return { sandbox, server, driver: await startProcess('load/driver.ts', {}, `${source.folder}/driver.log`) };
}

const portOf = ({ url }: RealProcess): number => Number(new URL(url).port);

const drive = ({ driver, server }: World, request: string, milliseconds: number): Promise<LoadResult> =>
  driver.ask('drive', { port: portOf(server), connections, request, milliseconds } satisfies DriveCommand);

const deliver = ({ driver, server }: World, requests: readonly string[]): Promise<LoadResult> =>
  driver.ask('deliver', { port: portOf(server), connections, requests } satisfies DeliverCommand);

function printMemoryOf({ server, sandbox }: World, when: string): void {
  const { rssMb, peakMb } = readFigures(server.pid);
  print(
    `  ${when.padEnd(24)} ${rounded(rssMb)} MB, at most ${rounded(peakMb)} so far; sandbox ${rounded(readFigures(sandbox.pid).rssMb)}`,
  );
}

const rounded = (megabytes: number): string => megabytes.toFixed(0).padStart(3);

const trendMinutesMin = 30; // garbage collections come minutes apart, so a shorter run shows no trend

/** Sends a request of every kind 20 times a second, and a checkout half as often. */
async function watch(world: World, minutes: number): Promise<void> {
  const samples: number[] = [];
  const once = [...Object.values(reads), ...Object.values(reads), checkoutRequest()];
  const second = Array.from({ length: 10 }, () => once).flat();
  for (let minute = 1; minute <= minutes; minute += 1) {
    const end = performance.now() + 60_000;
    while (performance.now() < end) await Promise.all([deliver(world, second), pause(1000)]);
    samples.push(readFigures(world.server.pid).rssMb);
    if (minute % 5 === 0 || minute === minutes) printMemoryOf(world, `after ${minute} min mixed load`);
  }
  if (minutes < trendMinutesMin) return;
  const hourly = slopeOf(samples.slice(Math.floor(samples.length / 3))) * 60;
  print(`  trend over the last two thirds: ${hourly.toFixed(1)} MB an hour`);
}
