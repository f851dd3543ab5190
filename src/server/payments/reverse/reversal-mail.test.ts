import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { mailWriters } from '#server/mail-writers.ts';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startMailServer, type MailServer } from '#test/support/mail/mail-server.ts';
import { deliver, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { patientSmtp } from '#test/support/mail/patient-smtp.ts';

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('the email about a reversal', () => {
    let smtp: MailServer;
    let app: TestApp;
    let donor: SignedIn;

    beforeEach(async () => {
      smtp = await startMailServer();
      app = await startApp(engine, {
        cards: stubCardsWithWebhook(),
        mail: patientSmtp(smtp.url),
        renderMail,
      });
      donor = await signIn(app, { firstName: 'Noor', email: 'noor@example.org' });
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    /** Donates, as the signed-in donor if the headers have a cookie, and empties the outbox, so that no receipt is sent. */
    const donate = async (headers: { cookie?: string } = {}): Promise<DonationIntentRow> => {
      await postCheckout(app, checkoutBody(), { headers });
      const intent = await app.deps.db.read.selectFrom('donation_intents').selectAll().executeTakeFirstOrThrow();
      await deliver(app, paidWithPayment(intent));
      await app.deps.db.write.deleteFrom('outbox').execute();
      return intent;
    };
    const deliverAndMail = async (...messages: Record<string, unknown>[]) => {
      for (const message of messages) await deliver(app, message);
      await workOutbox(app.deps, mailHandlers(app.deps, mailWriters));
      return smtp.received;
    };
    const subjects = () => smtp.received.map(({ headers }) => headers.get('subject'));

    test('reports a refund once, with its amount and the charge', async () => {
      const intent = await donate({ cookie: donor.cookie });
      const message = refundMessage(intent, 'created', { id: 're_1', amountMinor: 200 });
      const [mail, ...others] = await deliverAndMail(message, message);
      expect(others).toEqual([]);
      expect(mail!.to).toEqual(['noor@example.org']);
      expect(mail!.headers.get('subject')).toBe("We've refunded CA$2.00 of your payment");
      expect(mail!.headers.get('message-id')).toBe('<reversal.refund.stripe.re_1.1@localhost>');
      for (const part of [mail!.part('text/plain'), mail!.part('text/html')]) {
        for (const text of ['Noor', 'CA$2.00', 'CA$5.24', 'Coffee', 'Food banks across Canada', intent.donation_id])
          expect(part).toContain(text);
      }
    });

    test('reports a refund that failed', async () => {
      const intent = await donate({ cookie: donor.cookie });
      await deliverAndMail(refundMessage(intent, 'created', { id: 're_1' }));
      await deliverAndMail(refundMessage(intent, 'failed', { id: 're_1', status: 'failed' }));
      expect(subjects()).toEqual([
        "We've refunded your payment of CA$5.24",
        "Your refund couldn't be delivered, so your gift counts again",
      ]);
    });

    test('reports a dispute, and that it was won', async () => {
      const intent = await donate({ cookie: donor.cookie });
      await deliverAndMail(disputeMessage(intent, 'created', { id: 'du_1' }));
      await deliverAndMail(disputeMessage(intent, 'closed', { id: 'du_1', status: 'won' }));
      expect(subjects()).toEqual(['Your bank has reversed your payment', 'Your gift counts again']);
    });

    test('is not sent for an inquiry', async () => {
      const intent = await donate({ cookie: donor.cookie });
      await deliverAndMail(disputeMessage(intent, 'created', { id: 'du_1', status: 'warning_needs_response' }));
      expect(subjects()).toEqual([]);
    });

    test('is not sent when a cent of a refund moves between subtotal and fee', async () => {
      const intent = await donate({ cookie: donor.cookie });
      const partsOfSecondRefund = () =>
        app.deps.db.read
          .selectFrom('reversals')
          .select(['subtotal_minor', 'service_fee_minor'])
          .where('reversal_id', '=', 're_2')
          .executeTakeFirst();
      await deliverAndMail(refundMessage(intent, 'created', { id: 're_1', amountMinor: 3 }));
      await deliverAndMail(refundMessage(intent, 'created', { id: 're_2', amountMinor: 3 }));
      expect(await partsOfSecondRefund()).toEqual({ subtotal_minor: 2, service_fee_minor: 1 });
      await deliverAndMail(refundMessage(intent, 'failed', { id: 're_1', amountMinor: 3, status: 'failed' }));
      expect(await partsOfSecondRefund()).toEqual({ subtotal_minor: 3, service_fee_minor: 0 });
      expect(smtp.received.map(({ headers }) => headers.get('message-id'))).toEqual([
        '<reversal.refund.stripe.re_1.1@localhost>',
        '<reversal.refund.stripe.re_2.1@localhost>',
        '<reversal.refund.stripe.re_1.2@localhost>',
      ]);
    });

    test('is not sent for an anonymous donation without an email address', async () => {
      const intent = await donate();
      expect(await deliverAndMail(refundMessage(intent, 'created', { id: 're_1' }))).toEqual([]);
    });

    test('goes to the donor who claimed the donation', async () => {
      const intent = await donate();
      const url = `/api/donations/${intent.donation_id}/claim`;
      const claimed = await app.server.inject({
        method: 'PATCH',
        url,
        headers: { cookie: donor.cookie, origin: ownOrigin },
      });
      expect(claimed.statusCode).toBe(200);
      const [mail] = await deliverAndMail(refundMessage(intent, 'created', { id: 're_1' }));
      expect(mail?.to).toEqual(['noor@example.org']);
    });
  });
});
