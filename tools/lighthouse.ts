/**
 * `npm run lighthouse [-- /path …]`: measures Lighthouse's mobile scores of every page that search engines may list, or of the
 * given paths, as medians of LIGHTHOUSE_RUNS (5) runs. Uses the product at LIGHTHOUSE_URL, or starts one with an empty database.
 * Exits with 1 if a page misses its scores.
 */
import { readFileSync } from 'node:fs';
import { launch, type LaunchedChrome } from 'chrome-launcher';
import * as z from 'zod/mini';
import { builtPath, servedFolder } from './build/paths.ts';
import { measurePage, type Measurement } from './lighthouse/measure-page.ts';
import { chromiumArguments } from './provision/chromium-arguments.ts';
import { startTemporaryProduct } from './provision/temporary-product.ts';

const columns = ['page', 'perf', 'a11y', 'best', 'seo', 'FCP ms', 'LCP ms', 'TBT ms', 'CLS', 'machine'] as const;
const widths = [18, 5, 5, 5, 5, 8, 8, 8, 7, 8] as const;
const buildSchema = z.object({ pages: z.record(z.string(), z.string()) });

const runs = Number(process.env['LIGHTHOUSE_RUNS'] ?? 5);
const givenUrl = process.env['LIGHTHOUSE_URL'];
const product = givenUrl === undefined ? await startTemporaryProduct() : { url: givenUrl, stop: async () => undefined };
const browser = await openBrowser();
try {
  const paths = process.argv.slice(2);
  console.log(align(columns));
  for (const path of paths.length > 0 ? paths : listIndexablePages()) {
    const measurement = await measurePage(new URL(path, product.url).href, browser.port, runs);
    console.log(tableRow(path, measurement));
    if (!hasPassed(measurement)) process.exitCode = 1;
  }
} finally {
  browser.kill();
  await product.stop();
}

function openBrowser(): Promise<LaunchedChrome> {
  return launch({
    chromePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    chromeFlags: [...chromiumArguments],
  });
}

/** Paths of the built pages without `noindex`. */
function listIndexablePages(): readonly string[] {
  const { pages } = buildSchema.parse(JSON.parse(readBuilt('build.json')));
  return Object.entries(pages)
    .filter(([, file]) => !readBuilt(file).includes('<meta name="robots" content="noindex"'))
    .map(([path]) => path);
}

function readBuilt(file: string): string {
  return readFileSync(builtPath(servedFolder, file), 'utf8');
}

/** Returns true if a page reaches the scores. Performance 99 is enough while the server does not support HTTP/2. */
function hasPassed({ performance, accessibility, bestPractices, seo }: Measurement): boolean {
  return performance >= 99 && accessibility === 100 && bestPractices === 100 && seo === 100;
}

/** One page's row, ending with the failed audits. */
function tableRow(path: string, found: Measurement): string {
  const scores = [found.performance, found.accessibility, found.bestPractices, found.seo];
  const times = [found.firstPaintMs, found.largestPaintMs, found.blockedMs].map((time) => time.toFixed(0));
  const cells = [path, ...scores.map(String), ...times, found.layoutShift.toFixed(3), found.machine.toFixed(0)];
  return [align(cells), ...found.failed].join('  ');
}

function align(cells: readonly string[]): string {
  const [first = '', ...others] = cells;
  return first.padEnd(widths[0]) + others.map((cell, at) => cell.padStart(widths[at + 1] ?? 8)).join('');
}
