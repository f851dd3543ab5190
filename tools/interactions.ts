/**
 * `npm run interactions`: measures how long the home page takes to become usable and to respond to a press, on a desktop and on a
 * phone, both with a processor that the browser slows down. A missed goal is printed but is not a failure, because other work on
 * the machine can cause it. The bare page is pressed in between and shows how busy the machine was.
 */
import { chromium, type Browser } from 'playwright-core';
import { describeVisits } from './interactions/report.ts';
import { interactionsUsage, readInteractionOptions, type InteractionOptions } from './interactions/options.ts';
import { visitHome, type Visit } from './interactions/visit-home.ts';
import { chromiumArguments } from './provision/chromium-arguments.ts';
import { findChromium } from './provision/find-programs.ts';
import { startTemporaryProduct } from './provision/temporary-product.ts';

const options = readInteractionOptions(process.argv.slice(2));
if (options) {
  await measure(options);
} else {
  console.error(interactionsUsage);
  process.exitCode = 1;
}

async function measure({ url, ...visitOptions }: InteractionOptions): Promise<void> {
  const product = url === undefined ? await startTemporaryProduct() : { url, stop: async () => undefined };
  const browser = await openBrowser();
  try {
    await measureDevices(browser, product.url.replace(/\/$/, ''), visitOptions);
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function measureDevices(
  browser: Browser,
  url: string,
  { devices, slowdowns, visits }: Omit<InteractionOptions, 'url'>,
): Promise<void> {
  for (const device of devices) {
    for (const slowdown of slowdowns) {
      const completedVisits: Visit[] = [];
      while (completedVisits.length < visits) completedVisits.push(await visitHome(browser, url, device, slowdown));
      console.log([...describeVisits(device, slowdown, completedVisits), ''].join('\n'));
    }
  }
}

function openBrowser(): Promise<Browser> {
  const executablePath = findChromium(process.env);
  if (executablePath === undefined) throw new Error('Chromium is missing: install it, or set CHROMIUM_PATH');
  return chromium.launch({ executablePath, args: [...chromiumArguments] });
}
