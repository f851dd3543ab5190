import type { Measurement } from './measure-page.ts';

const columns = ['page', 'perf', 'a11y', 'best', 'seo', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'machine'] as const;
const widths = [18, 5, 5, 5, 5, 8, 8, 8, 7, 8] as const;

/** Whether a page has the scores it should (design 7): performance 99 counts while HTTP/2 is not served. */
export const hasItsMarks = ({ performance, accessibility, bestPractices, seo }: Measurement): boolean =>
  performance >= 99 && accessibility === 100 && bestPractices === 100 && seo === 100;

/** Titles of the columns. */
export const tableHead: string = align(columns);

/** One page's line, with what failed behind it. */
export function tableRow(path: string, found: Measurement): string {
  const scores = [found.performance, found.accessibility, found.bestPractices, found.seo];
  const times = [found.firstPaintMs, found.largestPaintMs, found.blockedMs].map((time) => time.toFixed(0));
  const cells = [path, ...scores.map(String), ...times, found.layoutShift.toFixed(3), found.machine.toFixed(0)];
  return [align(cells), ...found.failed].join('  ');
}

function align(cells: readonly string[]): string {
  const [first = '', ...others] = cells;
  return first.padEnd(widths[0]) + others.map((cell, at) => cell.padStart(widths[at + 1] ?? 8)).join('');
}
