import { cpus, loadavg } from 'node:os';
import { ratiosOf, summarize, type Round, type Summary } from './statistics.ts';

export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

/** Prints the machine's cores and load: on a busy machine the figures are less reliable. */
export const printMachine = (): void =>
  print(`Machine: ${cpus().length} cores, Node ${process.version}, load ${loadText()} (1, 5, 15 minutes)`);

const loadText = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');

/** Prints the result of a comparison. `goal` is the lowest acceptable ratio to the baseline. */
export function printComparison(
  title: string,
  unit: string,
  rounds: readonly Round[],
  goal: number,
  baselineName = 'bare',
): void {
  const ratios = ratiosOf(rounds);
  print(title);
  print(`  product  ${formatFigures(summarize(rounds.map(({ product }) => product)), unit)}`);
  print(`  ${baselineName.padEnd(7)}  ${formatFigures(summarize(rounds.map(({ baseline }) => baseline)), unit)}`);
  print(
    `  ratio    ${compareToGoal(ratios.byRate, goal)} by ${unit}/s, ${compareToGoal(ratios.byCpu, goal)} by CPU each, ${compareToGoal(ratios.byCpuMin, goal)} by lowest CPU each; goal ${goal.toFixed(2)}`,
  );
}

const formatFigures = (summary: Summary, unit: string): string =>
  `${formatColumn(summary.perSecond, 7)} ${unit}/s ${formatColumn(summary.cpuMicrosEach, 6)} µs CPU each (lowest ${formatColumn(summary.cpuMicrosEachMin, 0)})`;

const formatColumn = (value: number, width: number): string =>
  Math.round(value).toLocaleString('en-US').padStart(width);

const compareToGoal = (ratio: number, goal: number): string =>
  `${ratio.toFixed(2)} ${ratio >= goal ? 'reached' : 'MISSED'}`;

/** Prints a server's memory after load, in bytes. */
export function printMemory(rss: number): void {
  const megabytes = rss / 1_000_000;
  print(`  memory   ${megabytes.toFixed(0)} MB ${megabytes <= rssMaxMb ? 'reached' : 'MISSED'}; goal ${rssMaxMb} MB`);
}

const rssMaxMb = 150;
