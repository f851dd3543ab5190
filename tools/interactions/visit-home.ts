import type { Browser, BrowserContext, Page } from 'playwright-core';
import { barePage, barePath } from './bare-page.ts';
import type { DeviceName } from './options.ts';
import { press, pressKey, type DrivenPage, type Press } from './press.ts';
import { takeRecord, usableMessage, watchPage } from './watch-page.ts';

/** A new visitor's visit to the home page and, for comparison, to the bare page. */
export interface Visit {
  /** The time from the beginning of the navigation until the snacks could be pressed. */
  readonly usableAfterMs: number;
  /** The time until the bare page could be pressed. */
  readonly bareUsableAfterMs: number;
  readonly presses: readonly Press[];
}

const devices = {
  desktop: { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false },
  phone: { viewport: { width: 412, height: 915 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1.75 },
} as const satisfies Record<DeviceName, object>;

/** Opens the home page with an empty cache and presses its main controls several times, alternating with the bare page. */
export async function visitHome(browser: Browser, url: string, device: DeviceName, slowdown: number): Promise<Visit> {
  const context = await browser.newContext({ ...devices[device], locale: 'en-CA', timezoneId: 'America/Toronto' });
  try {
    await context.route(`**${barePath}`, (route) => route.fulfill({ body: barePage, contentType: 'text/html' }));
    const bare = await openPage(context, url + barePath, '#press:enabled', slowdown);
    const home = await openPage(context, url, '.snack-grid button.snack-card:enabled img', slowdown);
    const presses = [await press(home.driven, 'first snack', snack(home.driven.page, 0))];
    for (let round = 0; round < rounds; round += 1) {
      presses.push(...(await pressSnacks(home.driven)));
      presses.push(...(await pressCard(home.driven)));
      presses.push(...(await (device === 'phone' ? pressMenu : pressCurrency)(home.driven)));
      await bare.driven.page.bringToFront();
      for (let count = 0; count < 8; count += 1) {
        presses.push(await press(bare.driven, 'bare page', bare.driven.page.locator('#press')));
      }
      await home.driven.page.bringToFront();
    }
    return { usableAfterMs: home.usableAfterMs, bareUsableAfterMs: bare.usableAfterMs, presses };
  } finally {
    await context.close();
  }
}

const rounds = 2;

interface OpenedPage {
  readonly driven: DrivenPage;
  readonly usableAfterMs: number;
}

async function openPage(context: BrowserContext, url: string, usable: string, slowdown: number): Promise<OpenedPage> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await watchPage(page, usable);
  const whenUsable = page.waitForEvent('console', (message) => message.text() === usableMessage);
  await page.goto(url, { waitUntil: 'commit' });
  await whenUsable;
  const { usableAfterMs } = await takeRecord(page);
  if (usableAfterMs === undefined) throw new Error(`${url} did not record when it was usable`);
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  return { driven: { page, session, hasTouch }, usableAfterMs };
}

const snack = (page: Page, position: number) => page.locator('.snack-grid button.snack-card').nth(position);

async function pressSnacks(driven: DrivenPage): Promise<Press[]> {
  const presses: Press[] = [];
  for (let count = 0; count < 8; count += 1) {
    presses.push(await press(driven, 'snack', snack(driven.page, count % 7)));
  }
  return presses;
}

/** Presses the buttons for quantity and frequency on the donation card. */
async function pressCard(driven: DrivenPage): Promise<Press[]> {
  const { page } = driven;
  const presses: Press[] = [];
  for (const name of ['Increase', 'Increase', 'Decrease', 'Increase']) {
    const button = page.getByRole('button', { name: `${name} quantity of Coffee` });
    presses.push(await press(driven, 'quantity', button));
  }
  for (const label of ['Monthly', 'One-time']) {
    presses.push(await press(driven, 'frequency', page.locator('.frequency-option', { hasText: label })));
  }
  return presses;
}

/** Chooses the next two countries with the keyboard. This works even if the browser draws the list itself. */
async function pressCurrency(driven: DrivenPage): Promise<Press[]> {
  const select = driven.page.getByRole('combobox', { name: 'Country and currency' });
  const presses: Press[] = [];
  for (const key of ['ArrowDown', 'ArrowDown']) presses.push(await pressKey(driven, 'currency', select, key));
  return presses;
}

/** Opens the side menu, changes the currency in it, and closes it. */
async function pressMenu(driven: DrivenPage): Promise<Press[]> {
  const { page } = driven;
  const opened = await press(driven, 'menu', page.getByRole('button', { name: 'Menu' }));
  const currency = await pressCurrency(driven);
  return [opened, ...currency, await press(driven, 'menu', page.getByRole('button', { name: 'Close' }))];
}
