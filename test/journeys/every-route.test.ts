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
  '/newsletter/confirm': '/newsletter/confirm#some-token',
  '/newsletter/unsubscribe/:token': '/newsletter/unsubscribe/some-token',
  '/faq': '/faq',
  '/impact-report': '/impact-report',
  '/privacy': '/privacy',
  '/terms': '/terms',
  '*': '/no-such-page',
});

/** Routes that the journeys of money going back and of PayPal walk, in the states that only those have. */
const walkedElsewhere: ReadonlySet<string> = new Set(['/admin/money', '/paypal-checkout']);

const people = ['a visitor', 'a donor', 'the administrator'] as const;

type Person = (typeof people)[number];

/** Where somebody is led who is not meant to see a page. */
const ledElsewhere: Readonly<Record<Person, Readonly<Record<string, string>>>> = {
  'a visitor': {
    '/donation-history': '/auth',
    '/impact': '/auth',
    '/rewards': '/auth',
    '/account': '/auth',
    '/admin/messages': '/auth',
  },
  'a donor': { '/auth': '/' },
  'the administrator': { '/auth': '/' },
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
      expect(Object.keys(addresses)).toEqual(paths.filter((path) => !walkedElsewhere.has(path)));
    });

    test.each(people)(
      'is one page to %s, clean by axe and no wider than phone and desk, and asks nobody else for anything',
      async (person) => {
        const { page } = await newVisitor(journey.browser);
        await become[person](journey.product.url, page);
        await page.waitForLoadState('networkidle');
        const faults = watchFaults(page, journey.product.url);
        for (const [route, address] of Object.entries(addresses)) {
          faults.push(...(await visit(page, journey.product.url + address)).map((fault) => `${address}: ${fault}`));
          const { pathname } = new URL(page.url());
          const expected = ledElsewhere[person][route] ?? new URL(address, journey.product.url).pathname;
          if (pathname !== expected) faults.push(`${address} leads to ${pathname}`);
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

/** Opens a page on a phone, waits until it has all that it asks for, and answers what is wrong with it there and on a desk. */
async function visit(page: Page, url: string): Promise<readonly string[]> {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
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
  page.on('requestfailed', (request) => faults.push(`${request.url()}: ${request.failure()?.errorText}`));
  page.on('response', (response) => {
    if (response.status() < 400 || isDocumentNotFound(response.url())) return;
    faults.push(`${response.url()} answers ${response.status()}`);
  });
  return faults;
}
