import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { erasePayerEmail } from '#server/donations/index.ts';
import { mailWriters } from '#server/mail-writers.ts';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { attemptsMax, retryDelayMs, workOutbox } from '#server/outbox/worker.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { deliver, openIntent, paidByGuest, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { disputeMessage, paymentIdOf, refundMessage } from '#test/support/payments/reversal-messages.ts';

const renderMail = builtMails();
const guest = 'Guest@example.org';

forEachDatabase((engine) => {
  describe('the emails to a guest', () => {
    let mailed: MailedApp;
    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail, { cards: stubCardsWithWebhook() });
    });
    afterEach(() => mailed.close());

    const donate = async (email: unknown = guest): Promise<DonationIntentRow> => {
      const intent = await openIntent(mailed.app);
      await deliver(mailed.app, paidByGuest(intent, email, { payment_intent: paymentIdOf(intent) }));
      return intent;
    };
    const claim = async ({ donation_id: id }: DonationIntentRow, cookie: string): Promise<void> => {
      const response = await call(mailed.app, { method: 'PATCH', url: `/api/donations/${id}/claim`, cookie });
      expect(response.statusCode).toBe(200);
    };
    const work = () => workOutbox(mailed.app.deps, mailHandlers(mailed.app.deps, mailWriters));
    const jobs = async () =>
      (await mailed.app.deps.db.read.selectFrom('outbox').select(['kind', 'status']).orderBy('kind').execute()).map(
        ({ kind, status }) => [kind, status],
      );
    const readReceipt = async ({ donation_id: id }: DonationIntentRow) => {
      const response = await mailed.app.server.inject(`/api/donations/${id}/receipt`);
      return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
    };

    test('the receipt goes to the typed address once, with a link that claims the donation, and with no name', async () => {
      const intent = await donate();
      const [receipt, ...others] = await mailed.deliverMails();
      expect([receipt!.to, others]).toEqual([[guest], []]);
      expect(receipt!.headers.get('to')).toBe(guest);
      for (const part of [receipt!.part('text/plain'), receipt!.part('text/html')]) {
        expect(part).toContain('Thank you for your donation.');
        expect(part).toContain(`http://localhost:3000/claim/${intent.donation_id}`);
        expect(part).toContain('CA$5.24');
        expect(part).not.toContain('donation-history');
      }
      expect(receipt!.file('application/pdf').name).toMatch(/^kindbite-receipt-/);
      expect(await jobs()).toEqual([['receipt', 'done']]);
    });

    test('the receipt of a donation that is claimed before sending still goes to the typed address', async () => {
      const intent = await donate();
      await claim(intent, (await signIn(mailed.app, { email: 'noor@example.org' })).cookie);
      expect((await mailed.deliverMails()).map(({ to }) => to)).toEqual([[guest]]);
    });

    test('typing the address of an account does not claim the donation for it', async () => {
      const { cookie } = await signIn(mailed.app, { email: guest });
      const intent = await donate();
      expect((await mailed.deliverMails()).map(({ to }) => to)).toEqual([[guest]]);
      const history = await call(mailed.app, { method: 'GET', url: '/api/donations', cookie });
      expect(history.json()).toEqual([]);
      const donation = mailed.app.deps.db.read.selectFrom('donations').select('donor_id');
      expect(await donation.where('id', '=', intent.donation_id).execute()).toEqual([{ donor_id: null }]);
    });

    test.each([
      [null],
      [''],
      ['guest'],
      ['guest@example'],
      ['guest@example.org\r\nBcc: all@example.org'],
      ['a@example.org, b@example.org'],
      [`${'a'.repeat(243)}@example.org`],
      [7],
      [{ address: guest }],
    ])('%j is not an address: the donation is recorded, and its receipt has no recipient', async (email) => {
      const intent = await donate(email);
      expect(await mailed.deliverMails()).toEqual([]);
      expect(await jobs()).toEqual([['receipt', 'no_recipient']]);
      expect((await readReceipt(intent)).body).toMatchObject({ status: 'settled', receiptMail: 'not_possible' });
      expect(mailed.app.logged).toContainEqual(
        expect.objectContaining({ level: 30, kind: 'receipt', msg: 'email has no recipient' }),
      );
    });

    test('a receipt without a recipient is sent when the address becomes known', async () => {
      const intent = await donate(null);
      expect(await work()).toMatchObject({ done: 0, no_recipient: 1 });
      const later = paidByGuest(intent, guest);
      await deliver(mailed.app, { ...later, id: 'evt_later' });
      await deliver(mailed.app, { ...later, id: 'evt_again' });
      expect((await mailed.deliverMails()).map(({ to }) => to)).toEqual([[guest]]);
      expect(await jobs()).toEqual([['receipt', 'done']]);
    });

    test('an address that the mail server keeps refusing does not affect the donation', async () => {
      const intent = await donate();
      mailed.smtp.mode = 'refuses';
      for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
        await work();
        mailed.app.clock.advance(retryDelayMs(attempt));
      }
      expect(await jobs()).toEqual([['receipt', 'dead']]);
      expect(await readReceipt(intent)).toMatchObject({
        status: 200,
        body: { receiptMail: 'not_possible', receiptMailTo: 'payer' },
      });
      expect(JSON.stringify(mailed.app.logged)).not.toContain('example.org');
    });

    test('an email about a refund or dispute goes to the typed address', async () => {
      const [refunded, disputed] = [await donate(), await donate('other@example.org')];
      await mailed.deliverMails();
      await deliver(mailed.app, refundMessage(refunded, 'created', { id: 're_1' }));
      await deliver(mailed.app, disputeMessage(disputed, 'created', { id: 'du_1' }));
      const news = await mailed.deliverMails();
      expect(news.map(({ to, headers }) => [to[0], headers.get('subject')])).toEqual([
        [guest, "We've refunded your payment of CA$5.24"],
        ['other@example.org', 'Your bank has reversed your payment'],
      ]);
      expect(news[0]!.part('text/plain')).toMatch(/^Hello,$/m);
    });

    test('an email about a refund of a claimed donation goes to its owner', async () => {
      const intent = await donate();
      await mailed.deliverMails();
      await claim(intent, (await signIn(mailed.app, { email: 'noor@example.org' })).cookie);
      await deliver(mailed.app, refundMessage(intent, 'created', { id: 're_1' }));
      expect((await mailed.deliverMails()).map(({ to }) => to)).toEqual([['noor@example.org']]);
    });

    test('nothing is sent to an erased address', async () => {
      const intent = await donate();
      await deliver(mailed.app, refundMessage(intent, 'created', { id: 're_1' }));
      expect(await erasePayerEmail(mailed.app.deps, guest.toLowerCase())).toEqual({ donations: 1, mails: 2 });
      await deliver(mailed.app, disputeMessage(intent, 'created', { id: 'du_1' }));
      expect(await mailed.deliverMails()).toEqual([]);
      expect(new Set((await jobs()).map(([, status]) => status))).toEqual(new Set(['no_recipient']));
    });

    test('no response, log line or quarantined event contains the address', async () => {
      const intent = await donate();
      const other = await openIntent(mailed.app);
      await deliver(mailed.app, paidByGuest(other, guest, { amount_total: 1 }));
      const quarantined = await mailed.app.deps.db.read.selectFrom('quarantined_events').select('detail').execute();
      expect(quarantined).toHaveLength(1);
      await mailed.deliverMails();
      const seen = JSON.stringify([mailed.app.logged, quarantined, await readReceipt(intent)]);
      expect(seen.toLowerCase()).not.toContain(guest.toLowerCase());
    });
  });
});
