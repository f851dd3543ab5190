import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { mailWriters } from '#server/mail-writers.ts';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { createSmtpTransport } from '#server/mail/transport.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { builtMails } from '#test/support/built-mails.ts';
import { askCheckout } from '#test/support/call-app.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { forEachDatabase } from '#test/support/databases.ts';
import { startMailServer, type MailServer } from '#test/support/mail-server.ts';
import { deliver, stubCardsWithWebhook } from '#test/support/open-intent.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/reversal-messages.ts';
import { signIn, type SignedIn } from '#test/support/signed-in.ts';
import { startApp, type TestApp } from '#test/support/start-app.ts';

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe(`the mail about money that goes back, on ${engine}`, () => {
    let smtp: MailServer;
    let app: TestApp;
    let donor: SignedIn;

    beforeEach(async () => {
      smtp = await startMailServer();
      app = await startApp(engine, {
        cards: stubCardsWithWebhook(),
        mail: createSmtpTransport(smtp.url, { connectionMs: 2000, greetingMs: 2000, socketMs: 2000 }),
        renderMail,
      });
      donor = await signIn(app, { firstName: 'Noor', email: 'noor@example.org' });
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    /** A paid gift of whoever sends the cookie; no receipt of it is in the outbox any more. */
    const give = async (headers: { cookie?: string } = {}): Promise<DonationIntentRow> => {
      await askCheckout(app, checkoutBody(), { headers });
      const intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      await deliver(app, paidWithPayment(intent));
      await app.deps.db.write.deleteFrom('outbox').execute();
      return intent;
    };
    const send = async (...messages: Record<string, unknown>[]) => {
      for (const message of messages) await deliver(app, message);
      await workOutbox(app.deps, mailHandlers(app.deps, mailWriters));
      return smtp.received;
    };
    const subjects = () => smtp.received.map(({ headers }) => headers.get('subject'));

    test('tells a refund once, with what went back and of what', async () => {
      const intent = await give({ cookie: donor.cookie });
      const message = refundMessage(intent, 'created', { id: 're_1', amountMinor: 200 });
      const [mail, ...others] = await send(message, message);
      expect(others).toEqual([]);
      expect(mail!.to).toEqual(['noor@example.org']);
      expect(mail!.headers.get('subject')).toBe('We have returned CA$2.00 of your gift');
      expect(mail!.headers.get('message-id')).toBe('<reversal.refund.stripe.re_1.1@localhost>');
      for (const part of [mail!.part('text/plain'), mail!.part('text/html')]) {
        for (const fact of ['Noor', 'CA$2.00', 'CA$5.24', 'Coffee', 'Food banks across Canada', intent.donation_id])
          expect(part).toContain(fact);
      }
    });

    test('tells a refund that failed', async () => {
      const intent = await give({ cookie: donor.cookie });
      await send(refundMessage(intent, 'created', { id: 're_1' }));
      await send(refundMessage(intent, 'failed', { id: 're_1', status: 'failed' }));
      expect(subjects()).toEqual([
        'We have returned CA$5.24 of your gift',
        'Your refund did not arrive, and your gift stands again',
      ]);
    });

    test('tells a dispute, and that it was won', async () => {
      const intent = await give({ cookie: donor.cookie });
      await send(disputeMessage(intent, 'created', { id: 'du_1' }));
      await send(disputeMessage(intent, 'closed', { id: 'du_1', status: 'won' }));
      expect(subjects()).toEqual(['Your bank has asked for your payment back', 'Your gift stands again']);
    });

    test('says nothing about an inquiry, nor about a cent that moves between the lines', async () => {
      const intent = await give({ cookie: donor.cookie });
      await send(disputeMessage(intent, 'created', { id: 'du_1', status: 'warning_needs_response' }));
      expect(subjects()).toEqual([]);
    });

    test('goes to nobody for a gift without a donor', async () => {
      const intent = await give();
      expect(await send(refundMessage(intent, 'created', { id: 're_1' }))).toEqual([]);
    });

    test('goes to whoever has claimed the gift', async () => {
      const intent = await give();
      const url = `/api/donations/${intent.donation_id}/claim`;
      const claimed = await app.server.inject({
        method: 'PATCH',
        url,
        headers: { cookie: donor.cookie, origin: 'http://localhost:3000' },
      });
      expect(claimed.statusCode).toBe(200);
      const [mail] = await send(refundMessage(intent, 'created', { id: 're_1' }));
      expect(mail?.to).toEqual(['noor@example.org']);
    });
  });
});
