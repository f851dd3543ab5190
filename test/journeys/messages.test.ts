import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeJourneys, type Journey } from '../support/browser/journey.ts';
import { expectFocus } from '../support/browser/keyboard.ts';
import { expectClean, expectCleanAtWidths } from '../support/browser/page-quality.ts';
import { expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { register, signInAsAdmin } from '../support/browser/visitor-account.ts';

const messageText = 'Hello \u202Eevil\u202C <b>bold</b>\n\n  مرحبا 👩‍🍳\tend';
const expectedProblems = /status of 40[03]/;

describeJourneys('messages', testMessages, { engines: ['postgres'], pages: testPages });

function testMessages(journey: Journey): void {
  test('a message is written, found, read and answered, and the reply is sent from the contact address', async () => {
    const { page, problems } = await newVisitor(journey.browser, { width: 360, height: 740 });
    await writeMessage(journey, page, 'Ada Long-Name', messageText);
    await expectVisible(page.getByText('Message Sent'));
    await expect.poll(() => page.getByLabel('Message').inputValue()).toBe('');

    const admin = await openInbox(journey, 1280);
    await admin.getByPlaceholder('Search messages…').fill('ada LONG');
    await admin.getByRole('tab', { name: 'New' }).click();
    await expectVisible(admin.getByText('Total: 1 message(s)'));
    await admin.getByRole('button', { name: 'View' }).click();
    await expectVisible(admin.getByText('Message marked as read'));
    expect(await admin.locator('.inbox-text').textContent()).toBe(messageText);
    await admin.getByLabel('Reply').fill('It is on its way.');
    await admin.getByRole('button', { name: 'Send Reply' }).dblclick();
    await expectVisible(admin.getByText('Your reply to Ada Long-Name has been sent successfully.'));
    await admin.getByRole('dialog', { name: 'Message' }).waitFor({ state: 'hidden' });
    await admin.getByRole('tab', { name: 'All' }).click();
    await expectVisible(admin.getByRole('row', { name: /Ada/ }).getByText(/^Replied/));

    await admin.goto(`${journey.product.url}/dev/mail`);
    expect(await admin.getByRole('link', { name: /^Re:/ }).count()).toBe(1);
    expect(problems).toEqual([]);
  });

  test('an inbox of more than a thousand messages is paged, and a search covers all of it', async () => {
    await journey.product.insertMessages(1001);
    const admin = await openInbox(journey, 1280);
    await expectVisible(admin.getByText(/^Total: 1,0\d\d message/));
    const views = admin.getByRole('button', { name: 'View' });
    expect(await views.count()).toBe(100);
    await admin.getByRole('button', { name: 'Show more' }).click();
    await expectFocus(views.nth(100));
    expect(await views.count()).toBe(200);
    await admin.getByPlaceholder('Search messages…').fill('old question 1001');
    await expectVisible(admin.getByText('Total: 1 message(s)'));
    expect(await admin.getByRole('row').nth(1).textContent()).toContain('Old question 1001');
  });

  test('a flood from one network can be deleted in one step, and so can a single message', async () => {
    const admin = await openFloodedInbox(journey);
    await admin.getByRole('button', { name: 'Delete all 951…' }).click();
    await confirmDeletion(admin);
    await expectVisible(admin.getByText('951 messages have been deleted.'));
    await expect.poll(() => admin.getByText('and 950 more from this network').count()).toBe(0);
    await admin.getByRole('button', { name: 'View' }).first().click();
    await admin.getByRole('button', { name: 'Delete message…' }).click();
    await confirmDeletion(admin);
    await expectVisible(admin.getByText('The message has been deleted.'));
    await expectFocus(admin.getByRole('tabpanel'));
  });

  test('a newsletter sign-up is confirmed by its mailed link and ended by the unsubscribe link', async () => {
    const { page, problems } = await newVisitor(journey.browser);
    await page.goto(`${journey.product.url}/faq`);
    await page.getByLabel('Newsletter').fill('reader@example.org');
    await page.getByRole('button', { name: 'Subscribe' }).click();
    await expectVisible(page.getByText('One More Step'));

    const [confirmUrl, unsubscribeUrl] = await mailedLinks(journey, page);
    await page.goto(confirmUrl);
    await page.getByRole('button', { name: 'Confirm my subscription' }).click();
    await expectVisible(page.getByRole('heading', { name: "You're subscribed" }));
    await expectClean(page);
    const admin = await openInbox(journey, 1280);
    expect(await subscribers(journey, admin)).toContain('reader@example.org');

    await page.goto(unsubscribeUrl);
    await page.getByRole('main').getByRole('button', { name: 'Unsubscribe' }).click();
    await expectVisible(page.getByRole('heading', { name: "You're unsubscribed" }));
    expect(await subscribers(journey, admin)).not.toContain('reader@example.org');
    expect(problems.filter((problem) => !expectedProblems.test(problem))).toEqual([]);
  });
}

function testPages(journey: Journey): void {
  test('a message is opened, answered and closed by keyboard alone', async () => {
    const { page } = await newVisitor(journey.browser);
    await writeMessage(journey, page, 'Grace', 'Hello');
    await expectVisible(page.getByText('Message Sent'));
    const admin = await openInbox(journey, 1280);
    await admin.getByPlaceholder('Search messages…').focus();
    await admin.keyboard.type('Grace');
    await expectVisible(admin.getByText('Total: 1 message(s)'));
    await admin.keyboard.press('Tab');
    await admin.keyboard.press('ArrowRight');
    await expectFocus(admin.getByRole('tab', { name: 'New' }));
    await admin.keyboard.press('Tab');
    await expectFocus(admin.getByRole('button', { name: 'Refresh' }));
    await admin.keyboard.press('Tab');
    await expectFocus(admin.getByRole('button', { name: 'View' }));
    await admin.keyboard.press('Enter');
    await expectFocus(admin.getByRole('region', { name: 'Details' }));
    await admin.keyboard.press('Tab');
    await expectFocus(admin.getByLabel('Reply'));
    await admin.keyboard.press('Escape');
    await expectFocus(admin.getByRole('tabpanel'));
    await admin.getByRole('dialog', { name: 'Message' }).waitFor({ state: 'hidden' });
  });

  test('a donor is denied access, and a visitor is sent to sign in', async () => {
    const { page } = await newVisitor(journey.browser);
    await page.goto(`${journey.product.url}/admin/messages`);
    await page.waitForURL(`${journey.product.url}/auth`);
    await register(journey.product.url, page);
    await page.goto(`${journey.product.url}/admin/messages`);
    await expectVisible(page.getByRole('heading', { name: 'Access Denied' }));
    expect(await page.getByRole('link', { name: 'Admin', exact: true }).count()).toBe(0);
  });

  test('contact and inbox pass axe on phone and desktop in every state, and fit the width', async () => {
    const { page } = await newVisitor(journey.browser);
    await page.goto(`${journey.product.url}/contact`);
    await page.getByRole('button', { name: 'Send Message' }).click();
    await expectVisible(page.getByText('Missing Information'));
    await expectCleanAtWidths(page);
    await writeMessage(journey, page, 'N'.repeat(200), 'w'.repeat(5000));
    await expectVisible(page.getByText('Message Sent'));

    const admin = await openInbox(journey, 360);
    await admin.getByRole('button', { name: 'View' }).first().waitFor();
    for (const width of [360, 1280]) {
      await expectCleanAtWidths(admin, [width]);
      const tops = await admin
        .getByRole('tab')
        .evaluateAll((tabs) => tabs.map((tab) => tab.getBoundingClientRect().top));
      expect([tops.length, new Set(tops).size]).toEqual([3, 1]); // all in one row
    }
    await admin.getByRole('button', { name: 'View' }).first().click();
    await expectVisible(admin.getByText('Message marked as read'));
    await expectCleanAtWidths(admin);
    await admin.getByRole('button', { name: 'Cancel' }).click();
    await admin.getByPlaceholder('Search messages…').fill('nothing like this');
    await expectVisible(admin.getByText('No messages found'));
    await expectCleanAtWidths(admin);
  });

  test('a flood from one network is one row at every width, and the inbox passes axe with it', async () => {
    const admin = await openFloodedInbox(journey);
    const narrow = await openInbox(journey, 360);
    await narrow.getByPlaceholder('Search messages…').fill('old question');
    for (const width of [360, 768]) {
      await expectCleanAtWidths(narrow, [width]);
      await expectVisible(narrow.getByText('and 950 more from this network').filter({ visible: true }));
    }
    await expectClean(admin);
    await admin.getByRole('button', { name: 'Delete all 951…' }).click();
    await expectFocus(admin.getByLabel('Reason'));
    await expectClean(admin);
    await confirmDeletion(admin);
    await expect.poll(() => admin.getByText('and 950 more from this network').count()).toBe(0);
    await admin.getByRole('button', { name: 'View' }).first().click();
    await admin.getByRole('button', { name: 'Delete message…' }).click();
    await expectVisible(admin.getByRole('alertdialog'));
    await expectClean(admin);
  });
}

async function writeMessage({ product }: Journey, page: Page, name: string, message: string): Promise<void> {
  await page.goto(`${product.url}/contact`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill('writer@example.org');
  await page.getByLabel('Message').fill(message);
  await page.getByRole('button', { name: 'Send Message' }).click();
}

/** Opens the inbox on a wide screen, after one network has sent 951 messages and someone else has sent one. */
async function openFloodedInbox(journey: Journey): Promise<Page> {
  const { page } = await newVisitor(journey.browser);
  await writeMessage(journey, page, 'Mary', 'Hello');
  await expectVisible(page.getByText('Message Sent'));
  await journey.product.insertMessages(951, 'flood');
  const admin = await openInbox(journey, 1280);
  await expectVisible(admin.getByText('and 950 more from this network'));
  return admin;
}

/** Opens the inbox as the administrator, by the link in the header or the side menu, and the admin area's navigation. */
async function openInbox(journey: Journey, width: number): Promise<Page> {
  const { page } = await newVisitor(journey.browser, { width });
  await signInAsAdmin(journey.product.url, page);
  await page.goto(journey.product.url);
  if (width < 1024) await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('link', { name: 'Admin', exact: true }).click();
  if (width < 1024) await page.getByRole('button', { name: 'Admin menu' }).click();
  await page.getByRole('link', { name: 'Messages' }).click();
  await expectVisible(page.getByRole('heading', { name: 'Admin Dashboard' }));
  return page;
}

/** Finds the links of the latest email about the newsletter: to confirm, and to unsubscribe. */
async function mailedLinks(
  { product }: Journey,
  page: Page,
): Promise<readonly [confirmUrl: string, unsubscribeUrl: string]> {
  await page.goto(`${product.url}/dev/mail`);
  const mail = await page
    .getByRole('link', { name: /newsletter/i })
    .first()
    .getAttribute('href');
  await page.goto(`${product.url}${mail}/html`);
  const hrefs = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  const find = (path: string): string => hrefs.find((href) => href.includes(path)) ?? '';
  return [find('/newsletter/confirm#'), find('/newsletter/unsubscribe/')];
}

const subscribers = async ({ product }: Journey, admin: Page): Promise<string> =>
  (await admin.request.get(`${product.url}/api/admin/subscribers.csv`)).text();

async function confirmDeletion(admin: Page): Promise<void> {
  await admin.getByLabel('Reason').fill('Spam');
  await admin.getByRole('button', { name: 'Delete', exact: true }).click();
}
