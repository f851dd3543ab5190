import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { advanceTo, providerNow } from '../support/browser/advance-months.ts';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { expectClean, expectCleanAtWidths } from '../support/browser/page-quality.ts';
import { expectGone, expectVisible, donateCoffee, newVisitor, storedDonations } from '../support/browser/visitor.ts';
import { fillRegistration, logIn, register, registerByRequest } from '../support/browser/visitor-account.ts';

const daySeconds = 24 * 60 * 60;

const shownDay = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

describeJourneys('accounts', testAccounts, { engines: ['postgres'], pages: testAccountPages });

function testAccounts(journey: Journey): void {
  test('a visitor donates, registers, and finds the donation in the account', async () => {
    const { page, problems } = await newVisitor(journey.browser);
    const id = await donateCoffee(journey.product.url, page);
    await page.goto(journey.product.url);
    await page.getByRole('link', { name: 'Claim Donations' }).first().click();
    await register(journey.product.url, page);
    await expectVisible(page.getByText('Your donation has been claimed to your account.'));
    await expect.poll(() => storedDonations(page)).toBeNull();
    await expectGone(page.getByRole('link', { name: 'Claim Donations' }));

    await page.getByRole('link', { name: 'My Donations' }).first().click();
    await expectVisible(page.getByRole('main').getByText('Coffee', { exact: true }));
    await page.goto(`${journey.product.url}/claim/${id}`);
    await expectVisible(page.getByText('Saved to your account.'));
    expect(problems).toEqual([]);
  });

  test('a donor logs out, no longer sees anything private, and logs in again by email address', async () => {
    const { page, problems } = await newVisitor(journey.browser);
    const { email } = await registerByRequest(journey.product.url, page);
    await page.goto(journey.product.url);
    await page.getByRole('link', { name: 'Rewards' }).click();
    await page.waitForURL(`${journey.product.url}/rewards`);
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.waitForURL(`${journey.product.url}/`);
    await expectVisible(page.getByRole('link', { name: 'Sign In' }));
    await expectGone(page.getByRole('link', { name: 'Rewards' }));

    for (const path of ['/donation-history', '/impact', '/rewards']) {
      await page.goto(journey.product.url + path);
      await page.waitForURL(`${journey.product.url}/auth`);
    }
    await page.reload();
    await expectVisible(page.getByText('Sign in or register to see your rewards.'));
    await logIn(page, email);
    await page.waitForURL(`${journey.product.url}/rewards`);
    await expectVisible(page.getByText('Welcome back!'));
    await page.goto(`${journey.product.url}/auth`);
    await page.waitForURL(`${journey.product.url}/`);
    expect(problems).toEqual([]);
  });

  test('a taken name is refused, and the form keeps what was typed', async () => {
    const { page } = await newVisitor(journey.browser);
    const { username } = await registerByRequest(journey.product.url, page);
    const other = await newVisitor(journey.browser);
    await other.page.goto(`${journey.product.url}/auth`);
    await fillRegistration(other.page, { username: username.toUpperCase(), email: 'someone-else@example.org' });
    await other.page.getByRole('button', { name: 'Create Account' }).click();
    await expectVisible(other.page.getByText('Registration failed'));
    expect(await other.page.getByLabel('Username').inputValue()).toBe(username.toUpperCase());
  });

  test('the claim link of a donation works once, on another device too', async () => {
    const donor = await newVisitor(journey.browser);
    const id = await donateCoffee(journey.product.url, donor.page);
    const phone = await newVisitor(journey.browser, { width: 360, height: 740 });
    await phone.page.goto(`${journey.product.url}/claim/${id}`);
    await phone.page.getByRole('link', { name: 'Sign in to claim' }).click();
    await register(journey.product.url, phone.page);
    await expectVisible(phone.page.getByText('Your donation has been claimed to your account.'));

    await donor.page.goto(`${journey.product.url}/auth`);
    await register(journey.product.url, donor.page);
    await expect.poll(() => storedDonations(donor.page)).toBeNull();
    await donor.page.goto(`${journey.product.url}/claim/${id}`);
    await expectVisible(donor.page.getByRole('heading', { name: 'Nothing to claim here' }));
  });

  test('a donation made while signed in is in the account immediately', async () => {
    const { page, problems } = await newVisitor(journey.browser);
    await registerByRequest(journey.product.url, page);
    await donateCoffee(journey.product.url, page);
    await expectVisible(page.getByRole('heading', { name: 'Saved to your account' }));
    await expect.poll(() => storedDonations(page)).toBeNull();
    await page.getByRole('link', { name: 'View Donation History' }).click();
    await expectVisible(page.getByRole('main').getByText('Coffee', { exact: true }));
    expect(problems).toEqual([]);
  });
}

function testAccountPages(journey: Journey): void {
  test('an ended session leads to the sign-in page and back, also in the other tabs', async () => {
    const { page, context, problems } = await newVisitor(journey.browser);
    const { username } = await registerByRequest(journey.product.url, page);
    const otherTab = await context.newPage();
    for (const tab of [page, otherTab]) {
      await tab.goto(`${journey.product.url}/donation-history`);
      await expectVisible(tab.getByRole('link', { name: 'Make Your First Donation' })); // everything is loaded
    }
    await context.clearCookies({ name: 'session' }); // as after a new password on another device
    await page.getByRole('link', { name: 'Rewards' }).click();
    for (const tab of [page, otherTab]) await tab.waitForURL(`${journey.product.url}/auth`);
    await expectVisible(page.getByText('Your session has ended. Please sign in again to see your rewards.'));
    await expectClean(page);
    await logIn(page, username);
    await page.waitForURL(`${journey.product.url}/rewards`);
    await otherTab.waitForURL(`${journey.product.url}/donation-history`);
    await expectVisible(otherTab.getByRole('link', { name: 'Make Your First Donation' })); // a refused call would lead to /auth
    await page.getByRole('button', { name: 'Logout' }).click();
    for (const tab of [page, otherTab]) await tab.waitForURL(`${journey.product.url}/`);
    expect(problems.filter((problem) => !problem.includes('401'))).toEqual([]); // the browser logs the refused call
  });

  test('signing out in one tab leaves nothing private on the pages of the others', async () => {
    const { page, context, problems } = await newVisitor(journey.browser);
    const { username } = await registerByRequest(journey.product.url, page);
    const id = await donateCoffee(journey.product.url, page);
    const privateTexts = [
      ['/', /^You've given /],
      [`/claim/${id}`, 'Saved to your account.'],
      ['/donation-history', 'Receipt (PDF)'],
      ['/impact', 'Total Donated'],
      ['/rewards', 'Badges Earned'],
      ['/account', username],
    ] as const;
    const shown = await Promise.all(
      privateTexts.map(async ([path, text]) => {
        const tab = await context.newPage();
        await tab.goto(journey.product.url + path);
        const locator = tab.getByText(text).first();
        await expectVisible(locator);
        return locator;
      }),
    );
    await page.goto(journey.product.url);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expectVisible(page.getByRole('link', { name: 'Sign In' }));
    for (const locator of shown) await locator.waitFor({ state: 'detached' });
    expect(problems).toEqual([]);
  });

  test('a visitor who chooses Monthly signs in, and comes back to the basket', async () => {
    const { page, problems } = await newVisitor(journey.browser);
    await page.goto(journey.product.url);
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page.getByRole('radio', { name: 'Monthly' }).check();
    await page.getByRole('button', { name: /^Donate CA/ }).click();
    await page.waitForURL(`${journey.product.url}/auth`);
    await expectVisible(page.getByText("Sign in or register to set up your monthly donation. We've kept your basket."));
    await expectClean(page);
    await register(journey.product.url, page);
    const basket = page.getByText('Your basket is waiting: 1 snack, CA$5.24 per month.');
    await expectInView(basket);
    await expectClean(page);
    await page.getByRole('button', { name: /^Donate CA/ }).click();
    await page.getByRole('link', { name: /^← Back/ }).click();
    await page.waitForURL(`${journey.product.url}/`);
    await expectInView(basket);
    expect(problems).toEqual([]);
  });

  test('a link that is clicked while its page is still loading opens the next page', async () => {
    const { page, problems } = await newVisitor(journey.browser);
    await registerByRequest(journey.product.url, page);
    const release = Promise.withResolvers<void>();
    await page.route('**/assets/home-page-*.js', async (route) => {
      await release.promise;
      await route.continue().catch(() => undefined); // the browser has left the page
    });
    await page.goto(journey.product.url, { waitUntil: 'commit' });
    await page.getByRole('link', { name: 'Rewards' }).click();
    await expectVisible(page.getByRole('heading', { name: 'Your Rewards' }));
    release.resolve();
    expect(problems).toEqual([]);
  });

  test('a wrong password and an unknown name get the same error message', async () => {
    const { page } = await newVisitor(journey.browser);
    const { username } = await registerByRequest(journey.product.url, page);
    await page.context().clearCookies();
    for (const name of [username, 'nobody-of-that-name']) {
      await page.goto(`${journey.product.url}/auth`);
      await logIn(page, name, 'not the password');
      await expectVisible(page.getByText('Login failed'));
      await expectVisible(page.getByText('Invalid username or password', { exact: true }));
      expect(page.url()).toBe(`${journey.product.url}/auth`);
    }
  });

  test('the rewards page marks the days of donations by the product’s clock, and traveling to another time zone adds no day', async () => {
    const { page, context, problems } = await newVisitor(journey.browser, { timezoneId: 'UTC' });
    await registerByRequest(journey.product.url, page);
    const traveler = await newVisitor(journey.browser, { timezoneId: 'Pacific/Kiritimati' }); // 14 hours ahead
    await traveler.context.addCookies(await context.cookies());
    const noon = (Math.floor((await providerNow(journey)) / daySeconds) + 1.5) * daySeconds;
    const passTo = (day: number): Promise<void> => advanceTo(journey, page, noon + day * daySeconds);
    for (const day of [0, 1, 3]) {
      await passTo(day);
      await donateCoffee(journey.product.url, page);
    }
    await donateCoffee(journey.product.url, traveler.page); // the traveler's next day
    await passTo(4);
    for (const { page: anyPage } of [{ page }, traveler]) {
      await anyPage.goto(`${journey.product.url}/rewards`);
      const days = anyPage.getByRole('list', { name: 'The last seven days' }).getByRole('listitem');
      await days.first().waitFor();
      const marks = (await days.allTextContents()).map((text) => text.replace(/^\w+: /, ''));
      expect(marks).toEqual(['no gift', 'no gift', 'given', 'given', 'no gift', 'given', 'no gift']);
      await expectVisible(anyPage.getByText('1 day', { exact: true }));
      await anyPage.goto(`${journey.product.url}/donation-history`);
      const dates = anyPage.getByRole('main').locator('time');
      await dates.first().waitFor();
      expect(await dates.allTextContents()).toEqual([3, 3, 1, 0].map((day) => shownDay(noon + day * daySeconds)));
    }
    await expectClean(page);
    expect([...problems, ...traveler.problems]).toEqual([]);
  });

  test('the forms pass axe on phone and desktop, empty and with every error', async () => {
    const { page } = await newVisitor(journey.browser);
    await page.goto(`${journey.product.url}/auth`);
    await page.getByRole('button', { name: 'Sign In' }).click();
    const error = page.getByText('Username must be at least 3 characters');
    expect(await error.evaluate((node) => getComputedStyle(node).color)).toBe('rgb(180, 35, 47)'); // red
    await expectCleanAtWidths(page);
    await page.getByRole('tab', { name: 'Register' }).click();
    await expectCleanAtWidths(page);
    await page.getByRole('form', { name: 'Register' }).getByLabel('Country').selectOption('Select a country');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expectVisible(page.getByText('Please select a country'));
    await expectCleanAtWidths(page);
  });
}

/** Waits until the page has scrolled to an element. */
async function expectInView(element: Locator): Promise<void> {
  await element.waitFor();
  const isInView = (): Promise<boolean> =>
    element.evaluate((shown) => {
      const { top, bottom } = shown.getBoundingClientRect();
      return top >= 0 && bottom <= window.innerHeight;
    });
  await expect.poll(isInView).toBe(true);
}
