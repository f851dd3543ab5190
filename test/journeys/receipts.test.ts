import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { startMailServer } from '../support/mail/mail-server.ts';
import { expectClean } from '../support/browser/page-quality.ts';
import { readPdf, type ReadPdf } from '../support/app/read-pdf.ts';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectVisible, donateCoffee, newVisitor } from '../support/browser/visitor.ts';
import { register, registerByRequest } from '../support/browser/visitor-account.ts';

const emailedToGuest = "We've emailed your receipt to the address you gave when you paid.";

const mailServer = await startMailServer();
afterAll(() => mailServer.close());

describeJourneys(
  'receipts',
  (journey) => {
    test('a guest downloads the receipt and claims the donation on another device', async () => {
      const guest = await newVisitor(journey.browser, { width: 360, height: 740 });
      const id = await donateCoffee(journey.product.url, guest.page);
      const paper = guest.page.getByRole('region', { name: 'Donation receipt' });
      await expectVisible(paper.getByRole('img', { name: /^QR code/ }));
      await expectClean(guest.page);
      const address = (await paper.getByRole('link', { name: /\/claim\// }).textContent()) ?? '';
      expect(address).toBe(`${journey.product.url}/claim/${id}`);
      const { name, parts } = await download(paper.getByRole('link', { name: 'Receipt (PDF)' }));
      expect(name).toMatch(/^kindbite-receipt-\d{4}-\d{2}-\d{2}-\w{6}\.pdf$/);
      expect(parts).toContainEqual(['TD', id]);
      // Until then the page keeps requesting the receipt, but it may not read the receipt after someone else claims the donation.
      await expectVisible(guest.page.getByText(emailedToGuest));

      const other = await newVisitor(journey.browser);
      await other.page.goto(address);
      await other.page.getByRole('link', { name: 'Sign in to claim' }).click();
      await register(journey.product.url, other.page);
      await expectVisible(other.page.getByText('Your donation has been claimed to your account.'));
      await other.page.goto(address);
      await expectVisible(other.page.getByText('Saved to your account.'));
      await expectInAccount(other.page, id);
      expect([...guest.problems, ...other.problems]).toEqual([]);
    });

    test('a guest gets emails with receipts after paying by card and with PayPal, and an email about a refund', async () => {
      const guest = await newVisitor(journey.browser, { width: 360, height: 740 });
      const { page } = guest;
      const sent = page.getByText(emailedToGuest);
      const id = await donateCoffee(journey.product.url, page, 'card@example.org');
      await expectVisible(sent);
      await expectClean(page);
      await donateWithPayPal(page, 'wallet@example.org');
      await expectVisible(sent);
      const [capture] = await journey.product.control.readCaptures();
      await journey.product.control.refundCapture(capture?.captureId ?? 'none');
      const refunded = "We've refunded your payment of CA$5.24";
      const subjects = () => mailServer.received.map(({ to, headers }) => [to[0], headers.get('subject')]);
      await vi.waitUntil(() => subjects().some(([, subject]) => subject === refunded), { timeout: 120_000 });
      const receipt = 'Your Kindbite receipt: US$3.50 to Food banks across Canada';
      const mails = subjects().filter(([to]) => to === 'card@example.org' || to === 'wallet@example.org');
      expect(mails).toEqual([
        ['card@example.org', receipt],
        ['wallet@example.org', receipt],
        ['wallet@example.org', refunded],
      ]);

      const mailbox = await newVisitor(journey.browser);
      await mailbox.page.goto(`${journey.product.url}/dev/mail`);
      await expectVisible(mailbox.page.getByText('To wallet@example.org'));
      const item = mailbox.page.getByRole('listitem').filter({ hasText: 'To card@example.org' });
      await item.getByRole('link', { name: receipt }).click();
      await expectVisible(mailbox.page.getByText(`${journey.product.url}/claim/${id}`));
      expect(guest.problems).toEqual([]);
    });

    test('a donor is told about the emailed receipt and finds it in the history', async () => {
      const donor = await newVisitor(journey.browser);
      const { page } = donor;
      const { email } = await registerByRequest(journey.product.url, page);
      mailServer.mode = 'holds';
      const id = await donateCoffee(journey.product.url, page);
      await expectVisible(page.getByText(`A receipt is on its way to ${email}. You'll also find it in your history.`));
      mailServer.release();
      await expectVisible(page.getByText(`A receipt was emailed to ${email}. You'll also find it in your history.`));
      const mails = mailServer.received.filter(
        ({ headers }) => headers.get('message-id') === `<receipt.${id}@localhost>`,
      );
      expect(mails.map(({ to }) => to)).toEqual([[email]]);

      await page.getByRole('link', { name: 'View Donation History' }).click();
      const link = page.getByRole('link', { name: /^Receipt \(PDF\) for Coffee, / });
      await expectVisible(link);
      await expectClean(page);
      const emailed = readPdf(mails[0]?.file('application/pdf').content ?? Buffer.of());
      expect(beforeProof((await download(link)).parts)).toEqual(beforeProof(emailed.parts));
      expect(donor.problems).toEqual([]);
    });

    /** Expects a coffee in the donor's history, impact and rewards. */
    async function expectInAccount(page: Page, id: string): Promise<void> {
      await page.goto(`${journey.product.url}/donation-history`);
      const file = await page.getByRole('link', { name: /^Receipt \(PDF\) for Coffee, / }).getAttribute('href');
      expect(file).toBe(`/api/donations/${id}/receipt.pdf`);
      const statement = await download(page.getByRole('link', { name: /^Download PDF of \d{4}$/ }));
      expect(statement.name).toMatch(/^kindbite-statement-\d{4}\.pdf$/);
      expect(statement.parts).toContainEqual(['TD', '1 donation']);
      for (const path of ['/impact', '/rewards']) {
        await page.goto(journey.product.url + path);
        await expectVisible(page.getByRole('definition').getByText('US$3.50', { exact: true }));
      }
    }

    /** Donates a coffee with PayPal as a guest. */
    async function donateWithPayPal(page: Page, email: string): Promise<void> {
      await page.goto(journey.product.url);
      await page.getByRole('button', { name: /^Coffee/ }).click();
      const pay = page.getByRole('button', { name: 'Pay with PayPal' }).and(page.locator(':enabled'));
      await pay.click();
      await page.getByRole('heading', { level: 1, name: 'Pay with PayPal' }).waitFor(); // home has a button of the same name
      const [approval] = await Promise.all([page.waitForEvent('popup'), pay.press('Enter')]);
      await approval.getByLabel('Email of your PayPal account').fill(email);
      await approval.getByRole('button', { name: 'Approve payment' }).click();
      await page.getByRole('heading', { name: /Thank you/ }).waitFor();
    }
  },
  { engines: ['sqlite'], environment: { SMTP_URL: mailServer.url } },
);

/** Returns the parts of a receipt before its proof, because an emailed receipt can have a promise instead. */
function beforeProof(parts: ReadPdf['parts']): ReadPdf['parts'] {
  const proof = parts.findIndex(([, text]) => text === 'Check it yourself');
  expect(proof).toBeGreaterThan(0);
  return parts.slice(0, proof);
}

async function download(link: ReturnType<Page['getByRole']>) {
  const [file] = await Promise.all([link.page().waitForEvent('download'), link.click()]);
  const content = await readFile(await file.path());
  return { name: file.suggestedFilename(), content, parts: readPdf(content).parts };
}
