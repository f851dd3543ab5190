import type { Engine } from '#server/db/database.ts';
import { print } from '../report.ts';
import type { CallTimes, Duration, ComparedCall } from './measure-calls.ts';

/** How long a call may take at the 95th percentile, by engine. */
const callMsMax = { sqlite: 300, postgres: 150 } as const;

const growthMax = 2;

/** Explains the lines that `printCall` prints. */
export function printHeading(title: string, donations: readonly [number, number]): void {
  const [few, many] = donations.map((count) => count.toLocaleString('en-US'));
  print(
    `Pages, searches and exports, ${title}, in ms: the 95th percentile with ${few} and ${many} donations, in brackets the bare driver's;`,
  );
  print(
    "  processor time with the database's, its growth by the median, the rows shown, and the first call since the start",
  );
}

/** Prints a call with a small and a large year, and how much more processor time it takes with the large one. */
export function printCall({ small: before, large: after }: ComparedCall, engine: Engine): void {
  const growth = after.median.cpu / before.median.cpu;
  const missed = [
    ...(after.p95.elapsed > callMsMax[engine] ? ['MISSED by time'] : []),
    ...(growth > growthMax && !after.findsMoreInLarge ? ['MISSED by growth'] : []),
    ...(after.findsMoreInLarge ? ['finds more'] : []),
  ];
  const columns = [
    after.title.padEnd(60),
    `${pair(before, 'elapsed')} ${pair(after, 'elapsed')}`,
    `cpu ${pair(before, 'cpu')} ${pair(after, 'cpu')} ${growth.toFixed(1).padStart(5)}x`,
    `rows ${before.rows} ${after.rows}`.padEnd(14),
    `first ${ms(after.first.elapsed)} cpu ${ms(after.first.cpu)}`,
  ];
  print(`  ${columns.join(' | ')} ${missed.join(', ')}`);
}

const pair = ({ p95, bareP95 }: CallTimes, kind: keyof Duration): string => `${ms(p95[kind])} (${ms(bareP95[kind])})`;

const ms = (value: number): string => value.toFixed(1).padStart(7);
