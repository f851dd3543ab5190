import type { Environment } from '#server/config/config.ts';
import { rootPath } from '#tools/start/paths.ts';
import type { DatabaseSource } from '../databases.ts';
import type { BenchOptions } from '../options.ts';
import { readFigures } from '../processes/process-figures.ts';
import { planRealProcesses, realSettings, startRealProcess, startWithNpm } from '../processes/real-product.ts';
import { print } from '../report.ts';
import { median } from '../statistics.ts';

/** A checkout of the repository, and how long each of its starts took. */
interface Starts {
  readonly title: string;
  readonly checkout: string;
  readonly settings: Environment;
  readonly rounds: StartRound[];
}

interface StartRound {
  /** The time from the start of the server's process until its first response. */
  readonly serverMs: number;
  /** The server's processor time until its first response. */
  readonly cpuMs: number;
  /** The time from `npm start` until the first response. */
  readonly npmMs: number;
}

/**
 * Measures how long the server's process alone takes to start, and everything with `npm start`. If there is another checkout,
 * its starts and ours alternate. The first round fills the compile caches and is not counted.
 */
export async function measureStarts(source: DatabaseSource, options: BenchOptions): Promise<string[]> {
  const sides = [await prepareStarts(source, 'this one', rootPath)];
  if (options.against !== undefined) sides.push(await prepareStarts(source, 'other', options.against));
  for (let index = -1; index < options.starts; index += 1) {
    for (const side of index % 2 === 0 ? sides : sides.toReversed()) {
      const round = await startOnce(side, source.folder);
      if (index >= 0) side.rounds.push(round);
    }
  }
  print(
    `Start, ${source.title}, median and lowest of ${options.starts}; goals 500 ms for the server and 1,500 ms for npm start`,
  );
  for (const { title, rounds } of sides) {
    const text = (pick: (round: StartRound) => number): string => milliseconds(rounds.map(pick));
    print(
      `  ${title.padEnd(9)} server ${text(({ serverMs }) => serverMs)}, its CPU time ${text(({ cpuMs }) => cpuMs)}, npm start ${text(({ npmMs }) => npmMs)}`,
    );
  }
  return [];
}

async function prepareStarts(source: DatabaseSource, title: string, checkout: string): Promise<Starts> {
  const database = await source.create(`start_${title.replace(' ', '_')}`);
  await database.close();
  return { title, checkout, settings: await realSettings(database.environment), rounds: [] };
}

async function startOnce({ checkout, settings }: Starts, folder: string): Promise<StartRound> {
  const log = `${folder}/start.log`;
  const plan = planRealProcesses(settings);
  const sandbox = await startRealProcess(plan.sandbox, log, checkout);
  const server = await startRealProcess(plan.product, log, checkout);
  const { cpuMs } = readFigures(server.pid);
  await server.stop();
  await sandbox.stop();
  const everything = await startWithNpm(settings, log, checkout);
  await everything.stop();
  return { serverMs: server.readyMs, cpuMs, npmMs: everything.readyMs };
}

const milliseconds = (values: readonly number[]): string =>
  `${Math.round(median(values))} ms (${Math.round(Math.min(...values))})`;
