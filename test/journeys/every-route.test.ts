import type { CDPSession, Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { describeJourneys } from '../support/browser/journey.ts';
import {
  expectStill,
  findDollarsThatChange,
  findFaults,
  findWiderThanScreen,
} from '../support/browser/page-quality.ts';
import { donateCoffee, donateCoffeeMonthly, expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { registerByRequest, signInAsAdmin } from '../support/browser/visitor-account.ts';
import { notFoundRoute, pageRoutes } from '#web/routes.tsx';

/** Returns an address for every route, with the ids of a donation and a batch, and the token of a payout's link. */
const addressesOf = (donationId: string, batchId: string, payoutToken: string): Readonly<Record<string, string>> => ({
  '/': '/',
  '/donation-success': `/donation-success?amount=3.50&meals=3&transaction_id=${donationId}`,
  '/paypal-checkout': '/paypal-checkout',
  '/donation-history': '/donation-history',
  '/impact': '/impact',
  '/rewards': '/rewards',
  '/about': '/about',
  '/auth': '/auth',
  '/account': '/account',
  '/forgot-password': '/forgot-password',
  '/reset-password': '/reset-password#some-token',
  '/confirm-email': '/confirm-email#some-token',
  '/claim/:id': `/claim/${donationId}`,
  '/contact': '/contact',
  '/admin': '/admin',
  '/admin/payouts': '/admin/payouts',
  '/admin/payouts/:id': `/admin/payouts/${batchId}`,
  '/admin/charities/:id': '/admin/charities/6',
  '/admin/accounting': '/admin/accounting',
  '/admin/messages': '/admin/messages',
  '/admin/donations': '/admin/donations',
  '/admin/donations/:id': `/admin/donations/${donationId}`,
  '/admin/review': '/admin/review',
  '/admin/donors': '/admin/donors',
  '/admin/donors/:id': `/admin/donors/${donationId}`,
  '/admin/newsletter': '/admin/newsletter',
  '/admin/counters': '/admin/counters',
  '/admin/newsletter/:id': '/admin/newsletter/new',
  '/admin/approvals': '/admin/approvals',
  '/admin/audit-log': '/admin/audit-log',
  '/admin/integrations': '/admin/integrations',
  '/admin/rates': '/admin/rates',
  '/admin/team': '/admin/team',
  '/admin/words': '/admin/words',
  '/admin/catalogue': '/admin/catalogue',
  '/team-invitation': '/team-invitation#some-token',
  '/payout-received': `/payout-received#${payoutToken}`,
  '/newsletter/confirm': '/newsletter/confirm#some-token',
  '/newsletter/unsubscribe/:token': '/newsletter/unsubscribe/some-token',
  '/faq': '/faq',
  '/impact-report': '/impact-report',
  '/privacy': '/privacy',
  '/transparency': '/transparency',
  '/verify': '/verify#some-proof',
  '/terms': '/terms',
  '*': '/no-such-page',
});

const worksWithoutJavaScript = new Set([
  '/about',
  '/faq',
  '/impact-report',
  '/privacy',
  '/terms',
  '/transparency',
  '*',
]);

const people = ['a visitor', 'a donor', 'the administrator'] as const;

type Person = (typeof people)[number];

/** The redirects: private pages lead to the sign-in page, and PayPal's page redirects to the home page if there is no basket. */
const redirects: Readonly<Record<Person, Readonly<Record<string, string>>>> = {
  'a visitor': {
    '/donation-history': '/auth',
    '/impact': '/auth',
    '/rewards': '/auth',
    '/account': '/auth',
    '/admin': '/auth',
    '/admin/payouts': '/auth',
    '/admin/payouts/:id': '/auth',
    '/admin/charities/:id': '/auth',
    '/admin/accounting': '/auth',
    '/admin/messages': '/auth',
    '/admin/donations': '/auth',
    '/admin/donations/:id': '/auth',
    '/admin/review': '/auth',
    '/admin/donors': '/auth',
    '/admin/donors/:id': '/auth',
    '/admin/newsletter': '/auth',
    '/admin/counters': '/auth',
    '/admin/newsletter/:id': '/auth',
    '/admin/approvals': '/auth',
    '/admin/audit-log': '/auth',
    '/admin/integrations': '/auth',
    '/admin/rates': '/auth',
    '/admin/team': '/auth',
    '/admin/words': '/auth',
    '/admin/catalogue': '/auth',
    '/team-invitation': '/auth',
    '/paypal-checkout': '/',
  },
  'a donor': { '/auth': '/', '/paypal-checkout': '/' },
  'the administrator': { '/auth': '/', '/paypal-checkout': '/' },
};

describeJourneys(
  'every route',
  (journey) => {
    let addresses: Readonly<Record<string, string>>;
    const checked = new Set<string>(); // contents already checked, because many pages show the same to several people

    beforeAll(async () => {
      const { page } = await newVisitor(journey.browser);
      const { product } = journey;
      addresses = addressesOf(
        await donateCoffee(product.url, page),
        await product.insertBatch(),
        await product.insertStatementLink(),
      );
      await page.goto(`${journey.product.url}/contact`);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Message').fill('Hello');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expectVisible(page.getByText('Message Sent'));
      const { page: donorPage } = await newVisitor(journey.browser);
      await registerByRequest(journey.product.url, donorPage); // puts an unconfirmed address into the list of donors
    });

    test('has an address in this list', () => {
      const paths = [...pageRoutes, notFoundRoute].map(({ path }) => path);
      expect(Object.keys(addresses).toSorted()).toEqual(paths.toSorted());
    });

    test.each(people)(
      'shows %s one page that passes axe, fits phone and desktop width and text at twice the size, and makes no request to other hosts',
      async (person) => {
        const { page, context } = await newVisitor(journey.browser);
        const devtools = await context.newCDPSession(page);
        await signInAs[person](journey.product.url, page);
        await page.goto('about:blank'); // ends the requests of the previous page
        const faults = watchFaults(page, journey.product.url);
        for (const [route, address] of Object.entries(addresses)) {
          const elsewhere = redirects[person][route];
          const url = new URL(address, journey.product.url);
          await open(page, url, elsewhere ?? url.pathname);
          const content = await page.locator('main').evaluate((main) => main.outerHTML);
          if (elsewhere === undefined && !checked.has(content))
            faults.push(...(await findAllFaults(page, devtools)).map((fault) => `${address}: ${fault}`));
          checked.add(content);
        }
        expect(faults).toEqual([]);
      },
    );

    test('without JavaScript shows one heading, no loading indicator, and a note if the page needs JavaScript', async () => {
      const { page } = await newVisitor(journey.browser, { javaScriptEnabled: false });
      const faults: string[] = [];
      const countVisible = (elements: Locator): Promise<number> => elements.filter({ visible: true }).count();
      for (const [route, address] of Object.entries(addresses)) {
        await page.goto(journey.product.url + address);
        for (const width of [360, 1280]) {
          await page.setViewportSize({ width, height: 900 });
          const headings = await countVisible(page.getByRole('heading', { level: 1 }));
          const placeholders = await countVisible(page.locator('.spinner, .skeleton, [aria-busy="true"]'));
          const notes = await countVisible(page.getByText(/^You need JavaScript to /));
          if (headings !== 1 || placeholders > 0 || notes !== (worksWithoutJavaScript.has(route) ? 0 : 1))
            faults.push(`${address}, ${width} px: ${headings} headings, ${placeholders} placeholders, ${notes} notes`);
        }
      }
      expect(faults).toEqual([]);
    });
  },
  { engines: ['sqlite'] },
);

/** Signs the visitor in as this person. The donor has a monthly donation, the administrator none. */
const signInAs: Readonly<Record<Person, (url: string, page: Page) => Promise<unknown>>> = {
  'a visitor': () => Promise.resolve(),
  'a donor': async (url, page) => {
    await registerByRequest(url, page);
    await donateCoffeeMonthly(url, page);
  },
  'the administrator': signInAsAdmin,
};

/** Opens an address on a phone, and waits until its page is interactive and has loaded its data. */
async function open(page: Page, { href }: URL, expectedPath: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(href);
  await page.waitForURL(({ pathname }) => pathname === expectedPath);
  await page.locator('.currency-selector select:enabled').first().waitFor({ state: 'attached' }); // the page is hydrated
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .locator('main')
    .locator('.spinner, .skeleton')
    .filter({ visible: true })
    .first()
    .waitFor({ state: 'detached' });
}

/** Finds faults of the open page at phone and desktop width, and on a small phone with text at twice the size. */
async function findAllFaults(page: Page, devtools: CDPSession): Promise<readonly string[]> {
  const faults = [...(await findFaults(page)), ...(await findDollarsThatChange(page))];
  await page.setViewportSize({ width: 1280, height: 900 });
  faults.push(...(await findFaults(page)));
  await page.setViewportSize({ width: 320, height: 740 });
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  await page.evaluate(() => document.querySelectorAll('details').forEach((fold) => fold.setAttribute('open', '')));
  await expectStill(page);
  faults.push(...(await findWiderThanScreen(page)).map((fault) => `with text at twice the size, ${fault}`));
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  return faults;
}

/** Collects errors and warnings of the browser, requests that fail, and requests to other hosts. */
function watchFaults(page: Page, ownUrl: string): string[] {
  const faults: string[] = [];
  const isDocumentNotFound = (url: string): boolean => new URL(url).pathname === '/no-such-page';
  page.on('pageerror', ({ message }) => faults.push(`error: ${message}`));
  page.on('console', (message) => {
    if (isDocumentNotFound(message.location().url)) return;
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${ownUrl}/`)) faults.push(`requests ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const problem = request.failure()?.errorText;
    if (problem !== 'net::ERR_ABORTED') faults.push(`${request.url()}: ${problem}`); // leaving a page aborts its open requests
  });
  page.on('response', (response) => {
    if (response.status() < 400 || isDocumentNotFound(response.url())) return;
    faults.push(`${response.url()} returns ${response.status()}`);
  });
  return faults;
}
