import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import type { BareDriver } from './bare-driver.ts';
import type { MeasuredCall } from './call.ts';
import type { RecordedStatement } from './record-statements.ts';
import { median, percentile } from '../statistics.ts';
import type { Side } from '../pair.ts';
import { portOf } from '../parts/http-part.ts';
import { donorToken, sessionCookie } from '../rows/donor.ts';
import { siteOrigin } from '../servers/production.ts';

/** How long a call took. */
export interface Duration {
  readonly elapsedMs: number;
  /** Processor time, including the database's. Other work on the machine changes it less than `elapsedMs`. */
  readonly cpuMs: number;
}

/** The durations of a call, and the number of rows that it returns. */
export interface CallTimes {
  readonly title: string;
  readonly findsMoreInLargeYear: boolean;
  /** The median number of rows in a response. Only the first rows of a file are read. */
  readonly rows: number;
  /** The first time that the call was made after the server started. */
  readonly first: Duration;
  readonly median: Duration;
  readonly p95: Duration;
  /** The same statements on the bare driver. */
  readonly bareP95: Duration;
}

/** A server on the database of a year, and the calls to make to it. */
export interface MeasuredYear {
  readonly side: Side;
  readonly driver: BareDriver;
  readonly calls: readonly MeasuredCall[];
}

/** The same call with a small and a large year. */
export interface ComparedCall {
  readonly small: CallTimes;
  readonly large: CallTimes;
}

/**
 * Makes each call many times, one at a time, and repeats its statements on the bare driver in between. The years alternate, so
 * that other work on the machine slows both down alike.
 */
export async function* measureCalls(
  small: MeasuredYear,
  large: MeasuredYear,
  samples: number,
): AsyncGenerator<ComparedCall> {
  for (const [index, largeCall] of large.calls.entries()) {
    const smallCall = small.calls[index] ?? largeCall;
    const pair = [await startSamples(small, smallCall), await startSamples(large, largeCall)] as const;
    for (let sample = 0; sample <= samples; sample += 1) for (const { take } of pair) await take(sample);
    yield { small: pair[0].summary(), large: pair[1].summary() };
  }
}

/** Prepares the samples of one call with one year. */
async function startSamples(
  { side, driver }: MeasuredYear,
  { title, pathOf, findsMoreInLargeYear = false }: MeasuredCall,
) {
  const port = await portOf(side);
  const product: Duration[] = [];
  const bare: Duration[] = [];
  const rows: number[] = [];
  const take = async (sample: number): Promise<void> => {
    const pids = await side.database.serverPids();
    const { duration, response } = await measureCall(side, pids, () => call(port, pathOf(sample)));
    product.push(duration);
    rows.push(rowsIn(response));
    const statements = await side.process.ask<RecordedStatement[]>('statements');
    bare.push((await measure([process.pid, ...pids], () => driver.run(statements))).duration);
  };
  const summary = (): CallTimes => {
    const [first = { elapsedMs: 0, cpuMs: 0 }, ...others] = product;
    const p95 = (durations: readonly Duration[]) => summarize(durations, (numbers) => percentile(numbers, 95));
    return {
      title,
      findsMoreInLargeYear,
      rows: median(rows),
      first,
      median: summarize(others, median),
      p95: p95(others),
      bareP95: p95(bare.slice(1)),
    };
  };
  return { take, summary };
}

const summarize = (durations: readonly Duration[], summary: (numbers: readonly number[]) => number): Duration => ({
  elapsedMs: summary(durations.map(({ elapsedMs }) => elapsedMs)),
  cpuMs: summary(durations.map(({ cpuMs }) => cpuMs)),
});

async function measureCall(
  side: Side,
  pids: readonly number[],
  work: () => Promise<string | undefined>,
): Promise<{ readonly duration: Duration; readonly response: string }> {
  for (;;) {
    await side.process.ask('statements'); // discards the statements of the previous call
    const { duration, result: response } = await measure([side.process.pid, ...pids], work);
    if (response !== undefined) return { duration, response };
    await setTimeout(20);
  }
}

async function measure<Result>(
  pids: readonly number[],
  work: () => Promise<Result>,
): Promise<{ readonly duration: Duration; readonly result: Result }> {
  const cpuMsBefore = cpuMsOf(pids);
  const startedAt = performance.now();
  const result = await work();
  return { result, duration: { elapsedMs: performance.now() - startedAt, cpuMs: cpuMsOf(pids) - cpuMsBefore } };
}

/** Processor time of the processes' main threads; 0 if the system does not report it. */
const cpuMsOf = (pids: readonly number[]): number =>
  pids.reduce((total, pid) => total + Number(readSchedule(pid).split(' ')[0]) / 1e6, 0);

/** Reads a process's scheduler figures; returns an empty string if the process has ended. */
function readSchedule(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/schedstat`, 'utf8');
  } catch {
    return '';
  }
}

/**
 * Returns the response, or only the first rows of a file. Returns undefined while the server still counts the previous download,
 * because it notices only when it writes the next piece that we closed the connection.
 */
async function call(port: number, path: string): Promise<string | undefined> {
  const sent = get({ agent, port, path, host: '127.0.0.1', headers });
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const isFile = response.headers['content-disposition'] !== undefined;
  const body = isFile ? await beginningOf(response) : await text(response);
  if (isFile) sent.destroy();
  if (response.statusCode === 429) return undefined;
  if (response.statusCode !== 200) throw new Error(`${path} got ${response.statusCode}: ${body}`);
  return body;
}

/** The number of lines that are read of a file: the header and a page of rows. */
const fileLines = 501;

/** The beginning of a file: at least `fileLines` lines, if it has them. */
async function beginningOf(file: AsyncIterable<Buffer>): Promise<string> {
  let body = '';
  for await (const piece of file) {
    body += String(piece);
    if (body.split('\n').length > fileLines) break;
  }
  return body;
}

/** Counts the lines of a file, or the items of all lists in a JSON response. */
function rowsIn(response: string): number {
  if (!/^[[{]/.test(response)) return response.split('\n').length;
  let items = 0;
  JSON.parse(response, (_key, value: unknown) => {
    if (Array.isArray(value)) items += value.length;
    return value;
  });
  return items;
}

const agent = new Agent({ keepAlive: true });

/** The headers that our page sends for a signed-in member of the team. */
const headers = {
  host: new URL(siteOrigin).host,
  'sec-fetch-site': 'same-origin',
  cookie: `${sessionCookie}=${donorToken}`,
};
