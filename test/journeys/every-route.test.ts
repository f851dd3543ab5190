import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { describeJourneys } from '#test/support/journey.ts';
import { findFaults } from '#test/support/page-quality.ts';
import { expectVisible, giveCoffee, newVisitor } from '#test/support/visitor.ts';
import { registerAnew, signInAsAdmin } from '#test/support/visitor-account.ts';
import { notFoundRoute, pageRoutes } from '#web/routes.tsx';

/** An address of every route: of one with parameters, for a gift that nobody has claimed. */
const addressesOf = (giftId: string): Readonly<Record<string, string>> => ({
  '/': '/',
  '/donation-success': `/donation-success?amount=3.50&meals=3&transaction_id=${giftId}`,
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
  '/claim/:id': `/claim/${giftId}`,
  '/contact': '/contact',
  '/admin/messages': '/admin/messages',
  '/admin/money': '/admin/money',
  '/newsletter/confirm': '/newsletter/confirm#some-token',
  '/newsletter/unsubscribe/:token': '/newsletter/unsubscribe/some-token',
  '/faq': '/faq',
  '/impact-report': '/impact-report',
  '/privacy': '/privacy',
  '/terms': '/terms',
  '*': '/no-such-page',
});

const people = ['a visitor', 'a donor', 'the administrator'] as const;

type Person = (typeof people)[number];

/** Where somebody is led who is not meant to see a page, or, on the page of PayPal, has no basket to pay. */
const ledElsewhere: Readonly<Record<Person, Readonly<Record<string, string>>>> = {
  'a visitor': {
    '/donation-history': '/auth',
    '/impact': '/auth',
    '/rewards': '/auth',
    '/account': '/auth',
    '/admin/messages': '/auth',
    '/admin/money': '/auth',
    '/paypal-checkout': '/',
  },
  'a donor': { '/auth': '/', '/paypal-checkout': '/' },
  'the administrator': { '/auth': '/', '/paypal-checkout': '/' },
};

describeJourneys(
  'every route',
  (journey) => {
    let addresses: Readonly<Record<string, string>>;

    beforeAll(async () => {
      const { page } = await newVisitor(journey.browser);
      addresses = addressesOf(await giveCoffee(journey.product.url, page));
      await page.goto(`${journey.product.url}/contact`);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email').fill('ada@example.org');
      await page.getByLabel('Message').fill('Hello');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expectVisible(page.getByText('Message Sent'));
    });

    test('has an address here', () => {
      const paths = [...pageRoutes, notFoundRoute].map(({ path }) => path);
      expect(Object.keys(addresses).toSorted()).toEqual(paths.toSorted());
    });

    test.each(people)(
      'is one page to %s, clean by axe and no wider than phone and desk, and asks nobody else for anything',
      async (person) => {
        const { page } = await newVisitor(journey.browser);
        await become[person](journey.product.url, page);
        await page.waitForLoadState('networkidle');
        const faults = watchFaults(page, journey.product.url);
        for (const [route, address] of Object.entries(addresses)) {
          const elsewhere = ledElsewhere[person][route];
          await open(page, journey.product.url + address);
          const { pathname } = new URL(page.url());
          const expected = elsewhere ?? new URL(address, journey.product.url).pathname;
          if (pathname !== expected) faults.push(`${address} leads to ${pathname}`);
          if (elsewhere === undefined) faults.push(...(await look(page)).map((fault) => `${address}: ${fault}`));
        }
        expect(faults).toEqual([]);
      },
      300_000, // two dozen pages
    );
  },
  ['sqlite'],
);

/** Makes somebody of a visitor; a donor has given before. */
const become: Readonly<Record<Person, (url: string, page: Page) => Promise<unknown>>> = {
  'a visitor': () => Promise.resolve(),
  'a donor': async (url, page) => {
    await registerAnew(url, page);
    await giveCoffee(url, page);
  },
  'the administrator': signInAsAdmin,
};

/** Opens a page on a phone, and waits until it has all that it asks for. */
async function open(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** What is wrong with the open page on a phone and on a desk. */
async function look(page: Page): Promise<readonly string[]> {
  const faults = await findFaults(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  return [...faults, ...(await findFaults(page))];
}

/** Collects what the browser complains about, requests that fail, and requests to any other host. */
function watchFaults(page: Page, ownUrl: string): string[] {
  const faults: string[] = [];
  const isDocumentNotFound = (url: string): boolean => new URL(url).pathname === '/no-such-page';
  page.on('pageerror', ({ message }) => faults.push(`error: ${message}`));
  page.on('console', (message) => {
    if (isDocumentNotFound(message.location().url)) return;
    if (message.type() === 'error' || message.type() === 'warning') faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(`${ownUrl}/`)) faults.push(`asks for ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const problem = request.failure()?.errorText;
    if (problem !== 'net::ERR_ABORTED') faults.push(`${request.url()}: ${problem}`); // leaving a page cuts off what it asks just then
  });
  page.on('response', (response) => {
    if (response.status() < 400 || isDocumentNotFound(response.url())) return;
    faults.push(`${response.url()} answers ${response.status()}`);
  });
  return faults;
}
