import type { Engine } from '#server/db/database.ts';
import { print } from '../report.ts';
import type { CallTimes, Duration, ComparedCall } from './measure-calls.ts';

/** The longest acceptable time of a call at the 95th percentile, by engine. */
const callMsMax = { sqlite: 300, postgres: 150 } as const;

const growthMax = 2;

/** Explains the lines that `printCall` prints. */
export function printHeading(title: string, donations: readonly [number, number]): void {
  const [few, many] = donations.map((count) => count.toLocaleString('en-US'));
  print(
    `Pages, searches and exports, ${title}, in ms: the 95th percentile with ${few} and ${many} donations, in brackets the bare driver's;`,
  );
  print(
    "  processor time including the database's, the growth of its median, the rows shown, and the first call after the start",
  );
}

/** Prints a call with a small and a large year, and how much more processor time it takes with the large one. */
export function printCall({ small, large }: ComparedCall, engine: Engine): void {
  const growth = large.median.cpuMs / small.median.cpuMs;
  const missed = [
    ...(large.p95.elapsedMs > callMsMax[engine] ? ['MISSED by time'] : []),
    ...(growth > growthMax && !large.findsMoreInLargeYear ? ['MISSED by growth'] : []),
    ...(large.findsMoreInLargeYear ? ['finds more'] : []),
  ];
  const columns = [
    large.title.padEnd(60),
    `${pair(small, 'elapsedMs')} ${pair(large, 'elapsedMs')}`,
    `cpu ${pair(small, 'cpuMs')} ${pair(large, 'cpuMs')} ${growth.toFixed(1).padStart(5)}x`,
    `rows ${small.rows} ${large.rows}`.padEnd(14),
    `first ${ms(large.first.elapsedMs)} cpu ${ms(large.first.cpuMs)}`,
  ];
  print(`  ${columns.join(' | ')} ${missed.join(', ')}`);
}

const pair = ({ p95, bareP95 }: CallTimes, kind: keyof Duration): string => `${ms(p95[kind])} (${ms(bareP95[kind])})`;

const ms = (value: number): string => value.toFixed(1).padStart(7);
