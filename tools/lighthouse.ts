/**
 * `npm run lighthouse [-- /path …]`: medians of Lighthouse's mobile measurement for every page that search engines may list,
 * or for the paths given. Measures the product at LIGHTHOUSE_URL, else one that it starts over an empty database.
 * LIGHTHOUSE_RUNS (5) says how often each page is loaded. Ends with 1 when a page misses its marks.
 */
import { openBrowser } from './lighthouse/browser.ts';
import { listIndexablePages } from './lighthouse/indexable-pages.ts';
import { measurePage } from './lighthouse/measure-page.ts';
import { startOwnProduct } from './lighthouse/own-product.ts';
import { hasItsMarks, tableHead, tableRow } from './lighthouse/table.ts';

const runs = Number(process.env['LIGHTHOUSE_RUNS'] ?? 5);
const given = process.env['LIGHTHOUSE_URL'];
const product = given === undefined ? await startOwnProduct() : { url: given, stop: async () => undefined };
const browser = await openBrowser();
try {
  const asked = process.argv.slice(2);
  console.log(tableHead);
  for (const path of asked.length > 0 ? asked : listIndexablePages()) {
    const measurement = await measurePage(new URL(path, product.url).href, browser.port, runs);
    console.log(tableRow(path, measurement));
    if (!hasItsMarks(measurement)) process.exitCode = 1;
  }
} finally {
  browser.kill();
  await product.stop();
}
