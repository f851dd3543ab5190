import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testDatabases } from '#test/support/databases.ts';
import { startMailServer, type MailServer } from '#test/support/mail-server.ts';
import { readPdf } from '#test/support/read-pdf.ts';
import { startRunningProduct, type RunningProduct } from '#test/support/running-product.ts';
import { expectVisible, newVisitor, payOnHostedPage, startBrowser, type Visitor } from '#test/support/visitor.ts';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

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

  test('a guest keeps the receipt as a file, and claims the gift on another device by its code', async () => {
    const guest = await newVisitor(browser, { width: 360, height: 740 });
    const id = await give(guest.page);
    const paper = guest.page.getByRole('region', { name: 'Donation receipt' });
    await expectVisible(paper.getByRole('img', { name: /^QR code/ }));
    await expectClean(guest);
    const address = (await paper.getByRole('link', { name: /\/claim\// }).textContent()) ?? '';
    expect(address).toBe(`${product.url}/claim/${id}`);
    const { name, parts } = await download(paper.getByRole('link', { name: 'Receipt (PDF)' }));
    expect(name).toMatch(/^kindbite-receipt-\d{4}-\d{2}-\d{2}-\w{6}\.pdf$/);
    expect(parts).toContainEqual(['TD', id]);

    const other = await newVisitor(browser);
    await register(other.page, 'receipt-claimer');
    await other.page.goto(address);
    await other.page.getByRole('button', { name: 'Claim this donation' }).click();
    await expectVisible(other.page.getByText('It is saved in your account.'));
    expect([...guest.problems, ...other.problems]).toEqual([]);
  });

  test('a donor gets the receipt by mail, reads so, and finds it in the history', async () => {
    const donor = await newVisitor(browser);
    const { page } = donor;
    await register(page, 'receipt-reader');
    const id = await give(page);
    await expectVisible(page.getByText(/^A receipt (is on its way|was e-mailed) to receipt-reader@example\.org\./));
    const mail = await vi.waitFor(() => receiptOf(id), { timeout: 60_000, interval: 100 });
    expect(mail.to).toEqual(['receipt-reader@example.org']);
    await page.reload();
    await expectVisible(page.getByText(/^A receipt was e-mailed to receipt-reader@example\.org\./));

    await page.getByRole('link', { name: 'View Donation History' }).click();
    const link = page.getByRole('link', { name: /^Receipt \(PDF\) for Coffee, / });
    await expectVisible(link);
    await expectClean(donor);
    const { content } = await download(link);
    expect(content.equals(mail.file('application/pdf').content)).toBe(true);
    expect(donor.problems).toEqual([]);
  });

  function receiptOf(id: string) {
    const mail = smtp.received.find(({ headers }) => headers.get('message-id') === `<receipt.${id}@localhost>`);
    if (!mail) throw new Error('the receipt has not arrived yet');
    return mail;
  }

  async function register(page: Page, username: string): Promise<void> {
    await page.goto(`${product.url}/auth`);
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Email').fill(`${username}@example.org`);
    await page.getByLabel('Password').fill('bread and butter');
    await page.getByLabel('Country', { exact: true }).selectOption('CA');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL(`${product.url}/`);
  }

  /** Gives a coffee and answers its id. */
  async function give(page: Page): Promise<string> {
    await page.goto(product.url);
    await page.getByRole('button', { name: /^Coffee/ }).click();
    await page
      .getByRole('button', { name: /^Donate CA/ })
      .first()
      .click();
    await payOnHostedPage(page);
    await page.getByRole('heading', { name: /^Thank you/ }).waitFor();
    return new URL(page.url()).searchParams.get('transaction_id') ?? 'no id';
  }
});

async function download(link: ReturnType<Page['getByRole']>) {
  const [file] = await Promise.all([link.page().waitForEvent('download'), link.click()]);
  const content = await readFile(await file.path());
  return { name: file.suggestedFilename(), content, parts: readPdf(content).parts };
}

async function expectClean({ page }: Visitor): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
  const { violations } = await new AxeBuilder({ page }).withTags(rules).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}
