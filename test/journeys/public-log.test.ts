import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, expect, test, vi } from 'vitest';
import { receiptProof } from '#contract/public/log.ts';
import { startMailServer } from '../support/mail/mail-server.ts';
import { describeJourneys } from '../support/browser/journey.ts';
import { expectClean } from '../support/browser/page-quality.ts';
import { chooseProofFile } from '../support/browser/proof-file.ts';
import { donateCoffee, expectVisible, newVisitor } from '../support/browser/visitor.ts';

const mailServer = await startMailServer();
afterAll(() => mailServer.close());

describeJourneys(
  'the proof of a receipt',
  (journey) => {
    const verdict = (page: Page, title: string) => page.getByRole('heading', { name: title });

    test('is found below the receipt, and can be checked on another device, which requests only keys from the server', async () => {
      const guest = await newVisitor(journey.browser, { width: 360, height: 740 });
      await donateCoffee(journey.product.url, guest.page);
      await guest.page.getByText('Check this receipt yourself').click();
      await expectVisible(guest.page.getByText(/^Your donation is leaf \d+ of our public log/));
      await expectVisible(guest.page.getByRole('img', { name: 'QR code of the link that checks this receipt' }));
      await expectClean(guest.page);
      const address = await guest.page.getByRole('link', { name: 'check the receipt here' }).getAttribute('href');
      const [file] = await Promise.all([
        guest.page.waitForEvent('download'),
        guest.page.getByRole('link', { name: 'keep the proof as a file' }).click(),
      ]);
      const proof = receiptProof.parse(JSON.parse(await readFile(await file.path(), 'utf8')));

      const other = await newVisitor(journey.browser);
      const calls: string[] = [];
      other.page.on('request', (request) => {
        if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(request.url());
      });
      await other.page.goto(journey.product.url + address);
      await expectVisible(verdict(other.page, 'This receipt is in the log'));
      await expectVisible(other.page.getByText(/^CA\$5\.24 was paid on .*: CA\$4\.76 for Food banks across Canada/));
      await expectClean(other.page);
      await chooseProofFile(other.page, { ...proof, entry: proof.entry.replace('4.76', '47.6') });
      await expectVisible(verdict(other.page, 'This proof does not hold'));
      await expectClean(other.page);
      await chooseProofFile(other.page, proof);
      await expectVisible(verdict(other.page, 'This receipt is in the log'));
      expect(new Set(calls)).toEqual(new Set([`${journey.product.url}/api/log/keys`]));
      expect([...guest.problems, ...other.problems]).toEqual([]);
    });

    test('comes with the receipt email, as a promise or as an inclusion proof', async () => {
      const { page, problems } = await newVisitor(journey.browser);
      await donateCoffee(journey.product.url, page, 'proof@example.org');
      const find = () => mailServer.received.find(({ to }) => to[0] === 'proof@example.org');
      await vi.waitUntil(find, { timeout: 120_000 });
      const proof = receiptProof.parse(JSON.parse(find()!.file('application/json').content.toString('utf8')));
      await page.goto(`${journey.product.url}/verify`);
      await chooseProofFile(page, proof);
      await expectVisible(
        verdict(page, proof.evidence.kind === 'promise' ? 'This is our signed promise' : 'This receipt is in the log'),
      );
      expect(problems).toEqual([]);
    });
  },
  { engines: ['postgres'], environment: { SMTP_URL: mailServer.url } },
);
