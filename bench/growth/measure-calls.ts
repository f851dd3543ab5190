import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { BareDriver } from './bare-driver.ts';
import type { AdminCall } from './call.ts';
import type { RecordedStatement } from './record-statements.ts';
import { median, percentile } from '../statistics.ts';
import type { Side } from '../pair.ts';
import { portOf } from '../parts/http-part.ts';
import { donorToken, sessionCookie } from '../rows/donor.ts';
import { siteOrigin } from '../servers/production.ts';

/** How long something takes, in milliseconds. */
export interface Duration {
  readonly elapsed: number;
  /** Processor time, also the database's: what is left when other work keeps the machine busy. */
  readonly cpu: number;
}

/** What a call takes. */
export interface CallTimes {
  readonly title: string;
  readonly findsMoreInLarge: boolean;
  /** The first time since the server started. */
  readonly first: Duration;
  readonly median: Duration;
  readonly p95: Duration;
  /** The same statements on the bare driver. */
  readonly bareP95: Duration;
}

/** Makes each call again and again, one at a time, and repeats its statements on the bare driver in between. */
export async function measureCalls(
  side: Side,
  driver: BareDriver,
  calls: readonly AdminCall[],
  samples: number,
): Promise<CallTimes[]> {
  const port = await portOf(side);
  const measured: CallTimes[] = [];
  for (const { title, pathOf, findsMoreInLarge = false } of calls) {
    const product: Duration[] = [];
    const bare: Duration[] = [];
    for (let sample = 0; sample <= samples; sample += 1) {
      const pids = await side.database.serverPids();
      product.push(await measureCall(side, pids, () => call(port, pathOf(sample))));
      const statements = await side.process.ask<RecordedStatement[]>('statements');
      bare.push((await measure([process.pid, ...pids], () => driver.run(statements))).duration);
    }
    const [first = { elapsed: 0, cpu: 0 }, ...others] = product;
    const p95 = (durations: readonly Duration[]) => of(durations, (numbers) => percentile(numbers, 95));
    measured.push({
      title,
      findsMoreInLarge,
      first,
      median: of(others, median),
      p95: p95(others),
      bareP95: p95(bare.slice(1)),
    });
  }
  return measured;
}

const of = (durations: readonly Duration[], summary: (numbers: readonly number[]) => number): Duration => ({
  elapsed: summary(durations.map(({ elapsed }) => elapsed)),
  cpu: summary(durations.map(({ cpu }) => cpu)),
});

async function measureCall(side: Side, pids: readonly number[], work: () => Promise<boolean>): Promise<Duration> {
  for (;;) {
    await side.process.ask('statements'); // those of the call before
    const { duration, result: isAnswered } = await measure([side.process.pid, ...pids], work);
    if (isAnswered) return duration;
    await setTimeout(20);
  }
}

async function measure<Result>(
  pids: readonly number[],
  work: () => Promise<Result>,
): Promise<{ readonly duration: Duration; readonly result: Result }> {
  const cpu = cpuMsOf(pids);
  const start = performance.now();
  const result = await work();
  return { result, duration: { elapsed: performance.now() - start, cpu: cpuMsOf(pids) - cpu } };
}

/** How long the main threads of processes have run, where the system says so. */
const cpuMsOf = (pids: readonly number[]): number =>
  pids.reduce((total, pid) => total + Number(readSchedule(pid).split(' ')[0]) / 1e6, 0);

/** Empty when the process has ended. */
function readSchedule(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/schedstat`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Until the answer is complete, or, of a file, until its first piece is there. False while the download before is still ending,
 * which the server notices when it writes the next piece.
 */
async function call(port: number, path: string): Promise<boolean> {
  const sent = get({ agent, port, path, host: '127.0.0.1', headers });
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  const isFile = answer.headers['content-disposition'] !== undefined;
  if (isFile) await once(answer, 'data');
  const body = isFile ? '' : await text(answer);
  if (isFile) sent.destroy();
  if (answer.statusCode === 429) return false;
  if (answer.statusCode !== 200) throw new Error(`${path} was answered with ${answer.statusCode}: ${body}`);
  return true;
}

const agent = new Agent({ keepAlive: true });

/** Those of our page, for a signed-in member of the team. */
const headers = {
  host: new URL(siteOrigin).host,
  'sec-fetch-site': 'same-origin',
  cookie: `${sessionCookie}=${donorToken}`,
};
