import type { Page } from 'playwright-core';
import { afterAll, expect, test } from 'vitest';
import { startMailServer } from '../support/mail/mail-server.ts';
import { expectCleanAtWidths } from '../support/browser/page-quality.ts';
import { describeJourneys } from '../support/browser/journey.ts';
import { donateCoffee, expectVisible, newVisitor } from '../support/browser/visitor.ts';
import { signInAsAdmin } from '../support/browser/visitor-account.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.close());

describeJourneys(
  'donations in the admin area',
  (journey) => {
    const receiptsTo = (address: string): number =>
      mailServer.received.filter(({ to, headers }) => to[0] === address && /receipt/.test(headers.get('subject') ?? ''))
        .length;

    async function writeMessage(page: Page, email: string): Promise<void> {
      await page.goto(`${journey.product.url}/contact`);
      await page.getByLabel('Name').fill('Ada');
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Message').fill('I got no receipt for my donation.');
      await page.getByRole('button', { name: 'Send Message' }).click();
      await expectVisible(page.getByText('Message Sent'));
    }

    /** Counts the clicks on a page from now on, whatever address it shows. */
    async function countClicks(page: Page): Promise<() => number> {
      let clicks = 0;
      await page.exposeFunction('noteClick', () => (clicks += 1));
      await page.evaluate(() => addEventListener('click', () => void Reflect.get(window, 'noteClick')(), true));
      return () => clicks;
    }

    test('a missing receipt is resent from the inbox in three clicks', async () => {
      const guest = await newVisitor(journey.browser);
      await donateCoffee(journey.product.url, guest.page, 'ada@example.org');
      await expect.poll(() => receiptsTo('ada@example.org')).toBe(1);
      await writeMessage(guest.page, 'ada@example.org');
      const staff = await newVisitor(journey.browser);
      await signInAsAdmin(journey.product.url, staff.page);
      await staff.page.goto(`${journey.product.url}/admin/messages`);

      const clicks = await countClicks(staff.page);
      await staff.page.getByRole('button', { name: 'View' }).first().click();
      await staff.page.getByRole('link', { name: 'Resend receipt…' }).click();
      await staff.page.getByLabel('Reason').fill('The donor found no receipt.');
      await staff.page.getByRole('button', { name: 'Resend receipt', exact: true }).click();

      await expectVisible(staff.page.getByText('The receipt is on its way again.'));
      expect(clicks()).toBe(3);
      await expect.poll(() => receiptsTo('ada@example.org')).toBe(2);
      expect([...guest.problems, ...staff.problems]).toEqual([]);
    });

    test('the list and a donation pass axe on every screen, and fit', async () => {
      const widths = [360, 768, 1280];
      const guest = await newVisitor(journey.browser);
      const id = await donateCoffee(journey.product.url, guest.page, 'grace@example.org');
      const staff = await newVisitor(journey.browser);
      await signInAsAdmin(journey.product.url, staff.page);
      await staff.page.goto(`${journey.product.url}/admin/donations?search=grace%40example.org`);
      await expectVisible(staff.page.getByText('grace@example.org').first());
      await expectCleanAtWidths(staff.page, widths);
      await staff.page.goto(`${journey.product.url}/admin/donations/${id}`);
      await expectVisible(staff.page.getByRole('heading', { name: 'Timeline' }));
      await expectCleanAtWidths(staff.page, widths);
      await staff.page.getByRole('button', { name: 'Make claim link…' }).click();
      await expectVisible(staff.page.getByRole('alertdialog'));
      await expectCleanAtWidths(staff.page, widths);
    });
  },
  { engines: ['postgres'], environment: { SMTP_URL: mailServer.url } },
);
