import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { receiptProof } from '#contract/public/log.ts';
import { unpackProof } from '#domain/public-log/packed-proof.ts';
import { checkReceiptProof } from '#domain/public-log/receipt-proof.ts';
import { sequenceLog } from '#server/public-log/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { readPdf } from '#test/support/app/read-pdf.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { deliver, openIntent, paidByGuest, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { proofTools } from '#test/support/public-log/proof-tools.ts';

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('the proof in a receipt', () => {
    let mailed: MailedApp;
    let donationId: string;
    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail, { cards: stubCardsWithWebhook() });
      const intent = await openIntent(mailed.app);
      donationId = intent.donation_id;
      await deliver(mailed.app, paidByGuest(intent, 'guest@example.org'));
    });
    afterEach(() => mailed.close());
    const download = async () =>
      (await mailed.app.server.inject(`/api/donations/${donationId}/receipt.pdf`)).rawPayload;
    const partsOf = (file: Buffer, ...roles: string[]) =>
      readPdf(file)
        .parts.filter(([role]) => roles.includes(role))
        .map(([, text]) => text);
    const sequence = () => sequenceLog(mailed.app.deps);

    test('is a promise in the email, attached as a file and contained in the link to the check', async () => {
      const [mail] = await mailed.deliverMails();
      const { name, content } = mail!.file('application/json');
      expect(name).toBe(`kindbite-receipt-2026-03-04-${donationId.slice(-6)}-proof.json`);
      const proof = receiptProof.parse(JSON.parse(content.toString('utf8')));
      expect(await checkReceiptProof(proofTools, proof)).toMatchObject({
        code: 'promised',
        entry: { donation: donationId, amount: '4.76', total: '5.24' },
      });
      const [, packed = ''] = /http:\/\/localhost:3000\/verify#([\w-]+)/.exec(mail!.part('text/html')) ?? [];
      expect(unpackProof(Buffer.from(packed, 'base64url'))).toEqual(proof);
      expect(mail!.part('text/plain')).toContain(packed);
    });

    test('is a promise that is kept: the public log then has the promised commitment', async () => {
      const [mail] = await mailed.deliverMails();
      const promise = receiptProof.parse(JSON.parse(mail!.file('application/json').content.toString('utf8')));
      await sequence();
      const proof = (await mailed.app.server.inject(`/api/donations/${donationId}/proof`)).json<typeof promise>();
      expect({ ...proof, evidence: null }).toEqual({ ...promise, evidence: null });
      const [promised, included] = [
        await checkReceiptProof(proofTools, promise),
        await checkReceiptProof(proofTools, proof),
      ];
      expect(included).toEqual({ ...promised, code: 'included', evidence: proof.evidence });
    });

    test('is a QR code on the only page of the PDF, which no longer changes once the donation is in the public log', async () => {
      const promised = await download();
      expect(partsOf(promised, 'Figure')).toHaveLength(1);
      expect(partsOf(promised, 'H2')).toEqual(['Check it yourself']);
      expect(partsOf(promised, 'P').join(' ')).toContain('will be in our public log within a day');
      await sequence();
      const included = await download();
      expect(partsOf(included, 'P').join(' ')).toContain('This donation is in our public log');
      await openIntent(mailed.app);
      mailed.app.clock.advance(60_000);
      await sequence();
      expect((await download()).equals(included)).toBe(true);
      expect([readPdf(promised).pages, readPdf(included).pages]).toEqual([1, 1]);
      expect(included.length).toBeLessThan(60_000);
    });

    test('is missing while the public log cannot prove anything, and the receipt is sent without a proof', async () => {
      await mailed.app.deps.db.write.updateTable('ledger_transactions').set({ cause: 'other' }).execute();
      const [mail] = await mailed.deliverMails();
      expect(() => mail!.file('application/json')).toThrow('no part');
      expect(mail!.part('text/plain')).not.toContain('public log');
      expect(partsOf(await download(), 'Figure')).toEqual([]);
    });
  });
});
