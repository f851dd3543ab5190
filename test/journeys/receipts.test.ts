import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { receiptAnswer } from '#contract/receipt.ts';
import { testDatabases } from '../support/app/databases.ts';
import { startMailServer, type MailServer } from '../support/mail/mail-server.ts';
import { expectClean } from '../support/browser/page-quality.ts';
import { readPdf } from '../support/app/read-pdf.ts';
import { startRunningProduct, type RunningProduct } from '../support/browser/running-product.ts';
import { expectVisible, donateCoffee, newVisitor, startBrowser } from '../support/browser/visitor.ts';
import { register, registerByRequest } from '../support/browser/visitor-account.ts';

describe.each(testDatabases)('receipts, on %s', (engine) => {
  let smtp: MailServer;
  let product: RunningProduct;
  let browser: Browser;
  beforeAll(async () => {
    smtp = await startMailServer();
    product = await startRunningProduct(engine, { SMTP_URL: smtp.url });
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
    await smtp.close();
  });

  test('a guest downloads the receipt and claims the donation on another device', async () => {
    const guest = await newVisitor(browser, { width: 360, height: 740 });
    const id = await donateCoffee(product.url, guest.page);
    const paper = guest.page.getByRole('region', { name: 'Donation receipt' });
    await expectVisible(paper.getByRole('img', { name: /^QR code/ }));
    await expectClean(guest.page);
    const address = (await paper.getByRole('link', { name: /\/claim\// }).textContent()) ?? '';
    expect(address).toBe(`${product.url}/claim/${id}`);
    const { name, parts } = await download(paper.getByRole('link', { name: 'Receipt (PDF)' }));
    expect(name).toMatch(/^kindbite-receipt-\d{4}-\d{2}-\d{2}-\w{6}\.pdf$/);
    expect(parts).toContainEqual(['TD', id]);

    const other = await newVisitor(browser);
    await other.page.goto(address);
    await other.page.getByRole('link', { name: 'Sign in to claim' }).click();
    await register(product.url, other.page);
    await expectVisible(other.page.getByText('Your donation has been claimed to your account.'));
    await other.page.goto(address);
    await expectVisible(other.page.getByText('Saved to your account.'));
    await expectInAccount(other.page, id);
    expect([...guest.problems, ...other.problems]).toEqual([]);
  });

  test('a donor is told about the emailed receipt and finds it in the history', async () => {
    const donor = await newVisitor(browser);
    const { page } = donor;
    const { email } = await registerByRequest(product.url, page);
    smtp.mode = 'holds';
    const id = await donateCoffee(product.url, page);
    await expectVisible(page.getByText(`A receipt is on its way to ${email}. You'll also find it in your history.`));
    smtp.release();
    await vi.waitUntil(() => isMailed(page, id), { timeout: 60_000 });
    await page.reload();
    await expectVisible(page.getByText(`A receipt was emailed to ${email}. You'll also find it in your history.`));
    const mails = smtp.received.filter(({ headers }) => headers.get('message-id') === `<receipt.${id}@localhost>`);
    expect(mails.map(({ to }) => to)).toEqual([[email]]);

    await page.getByRole('link', { name: 'View Donation History' }).click();
    const link = page.getByRole('link', { name: /^Receipt \(PDF\) for Coffee, / });
    await expectVisible(link);
    await expectClean(page);
    const { content } = await download(link);
    expect(content.equals(mails[0]?.file('application/pdf').content ?? Buffer.of())).toBe(true);
    expect(donor.problems).toEqual([]);
  });

  /** Expects a coffee in the donor's history, impact and rewards. */
  async function expectInAccount(page: Page, id: string): Promise<void> {
    await page.goto(`${product.url}/donation-history`);
    const file = await page.getByRole('link', { name: /^Receipt \(PDF\) for Coffee, / }).getAttribute('href');
    expect(file).toBe(`/api/donations/${id}/receipt.pdf`);
    for (const path of ['/impact', '/rewards']) {
      await page.goto(product.url + path);
      await expectVisible(page.getByRole('definition').getByText('US$3.50', { exact: true }));
    }
  }

  /** Whether the receipt page says that the email was sent. */
  async function isMailed(page: Page, id: string): Promise<boolean> {
    const answer = await page.request.get(`${product.url}/api/donations/${id}/receipt`);
    return receiptAnswer.parse(await answer.json()).receiptMail === 'sent';
  }
});

async function download(link: ReturnType<Page['getByRole']>) {
  const [file] = await Promise.all([link.page().waitForEvent('download'), link.click()]);
  const content = await readFile(await file.path());
  return { name: file.suggestedFilename(), content, parts: readPdf(content).parts };
}
