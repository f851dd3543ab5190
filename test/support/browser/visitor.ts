import {
  chromium,
  type Browser,
  type BrowserContext,
  type LaunchOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { chromiumArguments } from '#tools/provision/chromium-arguments.ts';

/** A visitor with their own browser context; `problems` collects the errors and warnings of its console. */
export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: string[];
}

/** Settings of a visitor's browser. */
export interface VisitorSettings {
  readonly locale?: string;
  readonly timezoneId?: string;
  readonly width?: number;
  readonly height?: number;
  readonly javaScriptEnabled?: boolean;
  /** True to allow animations, as most visitors do. Without them, as by default, a test takes a tenth less time. */
  readonly allowsMotion?: boolean;
}

/** Time limit of one step: a browser on a busy machine can be very slow. */
export const stepTimeoutMs = 120_000;

/** A test's page lives for seconds, so optimizing its code would cost more than it saves: up to a quarter of a test's time. */
const withoutOptimizing = '--js-flags=--no-maglev --no-opt';

let shared: Promise<Browser> | undefined;

/** Returns the browser of all visitors who need no other options. It ends with the process that runs the tests. */
export const sharedBrowser = (): Promise<Browser> => (shared ??= startBrowser());

/** Starts another browser, with Playwright's options. */
export const startBrowser = (options: LaunchOptions = {}): Promise<Browser> =>
  chromium.launch({ ...options, executablePath: chromiumPath(), args: [...chromiumArguments, withoutOptimizing] });

/** Returns the path of Chromium. If there is none, the error says what to install. */
function chromiumPath(): string {
  const path = process.env['TEST_CHROMIUM_PATH'];
  if (path === undefined)
    throw new Error(process.env['TEST_CHROMIUM_PROBLEM'] ?? 'Browser tests run only under vitest.');
  return path;
}

/** Opens a page for a new visitor with nothing stored, by default in a Canadian desktop browser. */
export async function newVisitor(browser: Browser, settings: VisitorSettings = {}): Promise<Visitor> {
  const context = await browser.newContext({
    locale: settings.locale ?? 'en-CA',
    timezoneId: settings.timezoneId ?? 'America/Toronto',
    viewport: { width: settings.width ?? 1280, height: settings.height ?? 900 },
    javaScriptEnabled: settings.javaScriptEnabled ?? true,
    reducedMotion: settings.allowsMotion === true ? 'no-preference' : 'reduce',
  });
  context.setDefaultTimeout(stepTimeoutMs);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      problems.push(`console: ${message.text()} (${message.location().url})`);
  });
  return { page, context, problems };
}

/** Pays by card on the hosted page, once or monthly. */
export async function payOnHostedPage(
  page: Page,
  cardNumber = '4242 4242 4242 4242',
  email = 'donor@example.org',
): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await fillCard(page, cardNumber);
  await page.getByRole('button', { name: /^(Pay|Subscribe) / }).click();
}

/** Types a card into a page of the sandbox. */
export async function fillCard(page: Page, cardNumber: string): Promise<void> {
  await page.getByLabel('Card number').fill(cardNumber);
  await page.getByLabel('Expiration date').fill('12 / 40');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Cardholder name').fill('A Donor');
}

/** Donates a coffee on a page and returns the donation's id. */
export async function donateCoffee(url: string, page: Page, email?: string): Promise<string> {
  await page.goto(url);
  await page.getByRole('button', { name: /^Coffee/ }).click();
  return donateBasket(page, email);
}

/** Starts a monthly donation of a coffee on the page of a signed-in donor. Returns the first donation's id. */
export async function donateCoffeeMonthly(url: string, page: Page): Promise<string> {
  await page.goto(url);
  await page.getByRole('button', { name: /^Coffee/ }).click();
  await page.getByRole('radio', { name: 'Monthly' }).check();
  return donateBasket(page);
}

async function donateBasket(page: Page, email?: string): Promise<string> {
  await page.getByRole('button', { name: /^Donate CA/ }).click();
  await payOnHostedPage(page, undefined, email);
  await page.getByRole('heading', { name: /Thank you/ }).waitFor();
  return new URL(page.url()).searchParams.get('transaction_id') ?? 'no id';
}

/** Waits until an element is no longer in the page. */
export const expectGone = (element: Locator): Promise<void> => element.first().waitFor({ state: 'detached' });

/** Reads the anonymous donations that the browser stores; null if there are none. */
export const storedDonations = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('anonymous_donations') ?? 'null'));

/** Waits until an element is visible. */
export const expectVisible = (element: Locator): Promise<void> => element.first().waitFor();
