import type { DeviceName } from './options.ts';
import type { Press, PressKind } from './press.ts';
import type { Visit } from './visit-home.ts';

const kinds: readonly PressKind[] = ['first snack', 'snack', 'quantity', 'frequency', 'currency', 'menu', 'bare page'];

const headings = ['n', 'p50', 'p98', 'max', 'delay', 'handlers', 'drawing', 'layouts', 'thread', 'x bare'] as const;

/** Our goals in milliseconds, by slowdown: the 98th percentile of all presses, and the time until the snacks can be pressed. */
const pressGoals: Readonly<Record<number, number>> = { 4: 150, 6: 200 };
const usableGoals: Readonly<Record<number, number>> = { 4: 1200 };

/** The rows of one device at one slowdown: each kind of press, all presses, and the time until the pages were usable. */
export function describeVisits(device: DeviceName, slowdown: number, visits: readonly Visit[]): readonly string[] {
  const presses = visits.flatMap((visit) => visit.presses);
  const bare = presses.filter(({ kind }) => kind === 'bare page');
  const homePresses = presses.filter(({ kind }) => kind !== 'bare page');
  const rows = kinds
    .map((kind) => [kind, presses.filter((press) => press.kind === kind)] as const)
    .filter(([, found]) => found.length > 0)
    .map(([kind, found]) => align(kind, cellsOf(found, bare)));
  return [
    `${device}, ${slowdown}x slower`,
    align('', headings),
    ...rows,
    align('all', cellsOf(homePresses, bare)) +
      verdict(percentile(homePresses.map(durationOf), 98), pressGoals[slowdown]),
    describeUsable(slowdown, visits),
  ];
}

function describeUsable(slowdown: number, visits: readonly Visit[]): string {
  const usable = percentile(
    visits.map(({ usableAfterMs }) => usableAfterMs),
    50,
  );
  const bare = percentile(
    visits.map(({ bareUsableAfterMs }) => bareUsableAfterMs),
    50,
  );
  const figures = `the bare page after ${bare.toFixed(0)} ms`;
  return `Snacks could be pressed after ${usable.toFixed(0)} ms, ${figures}${verdict(usable, usableGoals[slowdown])}`;
}

function cellsOf(presses: readonly Press[], bare: readonly Press[]): readonly string[] {
  const medianOf = (read: (press: Press) => number): number => percentile(presses.map(read), 50);
  const durations = presses.map(durationOf);
  const ratio = percentile(durations, 50) / percentile(bare.map(durationOf), 50);
  return [
    String(presses.length),
    ...[percentile(durations, 50), percentile(durations, 98), Math.max(...durations)].map(String),
    medianOf(({ delayMs }) => delayMs).toFixed(0),
    medianOf(({ handlersMs }) => handlersMs).toFixed(0),
    medianOf(({ drawingMs }) => drawingMs).toFixed(0),
    medianOf(({ layouts }) => layouts).toFixed(0),
    medianOf(({ mainThreadMs }) => mainThreadMs).toFixed(0),
    ratio.toFixed(1),
  ];
}

const durationOf = ({ durationMs }: Press): number => durationMs;

/** The smallest value that at least this percentage of all values does not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] ?? Number.NaN;
}

function verdict(figure: number, goal: number | undefined): string {
  if (goal === undefined) return '';
  return figure <= goal ? `  goal ${goal}: reached` : `  goal ${goal}: missed`;
}

const align = (name: string, cells: readonly string[]): string =>
  name.padEnd(14) + cells.map((cell) => cell.padStart(9)).join('');
