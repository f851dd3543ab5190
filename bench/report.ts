import { cpus, loadavg } from 'node:os';
import { ratiosOf, summarize, type Round, type Summary } from './statistics.ts';

/** Prints a line of the report. */
export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

/** The machine, and how busy others keep it: figures of a busy machine are to be read with care. */
export const printMachine = (): void =>
  print(`Machine: ${cpus().length} cores, Node ${process.version}, load ${loadText()} (1, 5, 15 minutes)`);

const loadText = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');

/** Prints what a comparison gave, with its goal: the least ratio to the peer that is good enough; `peer` names another than the bare one. */
export function printComparison(
  title: string,
  unit: string,
  rounds: readonly Round[],
  goal: number,
  peer = 'bare',
): void {
  const ratios = ratiosOf(rounds);
  print(title);
  print(`  product  ${figures(summarize(rounds.map(({ product }) => product)), unit)}`);
  print(`  ${peer.padEnd(7)}  ${figures(summarize(rounds.map(({ bare }) => bare)), unit)}`);
  print(
    `  ratio    ${judged(ratios.byRate, goal)} by ${unit}/s, ${judged(ratios.byCpu, goal)} by CPU each, ${judged(ratios.byCpuMin, goal)} by least CPU each; goal ${goal.toFixed(2)}`,
  );
}

const figures = (summary: Summary, unit: string): string =>
  `${column(summary.perSecond, 7)} ${unit}/s ${column(summary.cpuMicrosEach, 6)} µs CPU each (least ${column(summary.cpuMicrosEachMin, 0)})`;

const column = (value: number, width: number): string => Math.round(value).toLocaleString('en-US').padStart(width);

const judged = (ratio: number, goal: number): string => `${ratio.toFixed(2)} ${ratio >= goal ? 'reached' : 'MISSED'}`;

/** Prints the most memory that a server was seen to hold under a load. */
export function printMemory(rss: number): void {
  const megabytes = rss / 1_000_000;
  print(`  memory   ${megabytes.toFixed(0)} MB ${megabytes <= rssMaxMb ? 'reached' : 'MISSED'}; aim ${rssMaxMb} MB`);
}

const rssMaxMb = 180;
