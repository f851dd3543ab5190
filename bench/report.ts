import { cpus, loadavg } from 'node:os';
import type { Measured } from './rounds.ts';
import { ratiosOf, summarize, type Summary } from './statistics.ts';

/** Prints a line of the report. */
export const print = (line = ''): void => void process.stdout.write(`${line}\n`);

/** The machine, and how busy others keep it: figures of a busy machine are to be read with care. */
export const printMachine = (): void =>
  print(`Machine: ${cpus().length} cores, Node ${process.version}, load ${loadText()} (1, 5, 15 minutes)`);

const loadText = (): string =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(' ');

/** Prints what a comparison gave, with its goal: the least ratio to the bare peer that is good enough. */
export function printComparison(title: string, unit: string, measured: Measured, goal: number): void {
  const { rounds, productRss } = measured;
  const ratios = ratiosOf(rounds);
  print(title);
  print(`  product  ${figures(summarize(rounds.map(({ product }) => product)), unit)}   ${memory(productRss)}`);
  print(`  bare     ${figures(summarize(rounds.map(({ bare }) => bare)), unit)}`);
  print(
    `  ratio    ${judged(ratios.byRate, goal)} by ${unit}/s, ${judged(ratios.byCpu, goal)} by CPU each, ${judged(ratios.byCpuMin, goal)} by least CPU each; goal ${goal.toFixed(2)}`,
  );
}

const figures = (summary: Summary, unit: string): string =>
  `${column(summary.perSecond, 7)} ${unit}/s ${column(summary.cpuMicrosEach, 6)} µs CPU each (least ${column(summary.cpuMicrosEachMin, 0)})`;

const column = (value: number, width: number): string => Math.round(value).toLocaleString('en-US').padStart(width);

const judged = (ratio: number, goal: number): string => `${ratio.toFixed(2)} ${ratio >= goal ? 'reached' : 'MISSED'}`;

const memory = (rss: number): string => {
  const megabytes = rss / 1_000_000;
  return `memory ${megabytes.toFixed(0)} MB (aim ${rssMaxMb}${megabytes <= rssMaxMb ? '' : ', MISSED'})`;
};

const rssMaxMb = 180;
