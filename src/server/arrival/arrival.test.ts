import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { claimDonation, erasePayerEmail } from '#server/donations/index.ts';
import { confirmPayout } from '#server/payouts/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { donorPassword, signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import {
  deliver,
  openIntent,
  paidByGuest,
  readIntent,
  stubCardsWithWebhook,
} from '#test/support/payments/open-intent.ts';
import { paidWithPayment, paymentIdOf, refundMessage } from '#test/support/payments/reversal-messages.ts';
import { createStatementLink, makeArrivalMails } from '#test/support/payouts/confirmation.ts';
import { payOut, recordReturn } from '#test/support/public-log/log-world.ts';

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('the email that donations have arrived', () => {
    let mailed: MailedApp;
    let donor: SignedIn;
    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail, { cards: stubCardsWithWebhook() });
      donor = await signIn(mailed.app, { firstName: 'Noor', email: 'noor@example.org' });
    });
    afterEach(() => mailed.close());

    const byGuest = async (email: string | null): Promise<DonationIntentRow> => {
      const intent = await openIntent(mailed.app);
      await deliver(mailed.app, paidByGuest(intent, email, { payment_intent: paymentIdOf(intent) }));
      return readIntent(mailed.app, intent.id);
    };
    const byDonor = async ({ cookie }: SignedIn = donor): Promise<DonationIntentRow> => {
      const response = await postCheckout(mailed.app, checkoutBody(), { headers: { cookie } });
      expect(response.statusCode).toBe(200);
      const intents = mailed.app.deps.db.read
        .selectFrom('donation_intents')
        .selectAll()
        .where('status', '=', 'pending');
      const intent = await intents.executeTakeFirstOrThrow();
      await deliver(mailed.app, paidWithPayment(intent));
      return intent;
    };
    const payAndConfirm = async (amountMinor: number, reference?: string): Promise<string> => {
      const payoutId = await payOut(mailed.app, amountMinor, reference);
      await confirm(payoutId);
      return payoutId;
    };
    const confirm = async (payoutId: string) =>
      confirmPayout(mailed.app.deps, await createStatementLink(mailed.app, payoutId));
    /** Sends the waiting emails, and returns the recipient and subject of each one about an arrival. */
    const arrivals = async () => {
      await makeArrivalMails(mailed.app);
      return (await mailed.deliverMails()).filter((mail) => /arrived at/.test(mail.headers.get('subject') ?? ''));
    };
    const told = (mails: Awaited<ReturnType<typeof arrivals>>) =>
      mails.map(({ headers }) => `${headers.get('to')}: ${headers.get('subject')}`).toSorted();

    test('goes once to each donor, with all donations in the payout, and to guests', async () => {
      await byDonor();
      await byDonor();
      await byGuest('guest@example.org');
      await byGuest(null);
      await payAndConfirm(4 * 476);
      const mails = await arrivals();
      expect(told(mails)).toEqual([
        'Noor <noor@example.org>: Your 2 donations have arrived at Food banks across Canada',
        'guest@example.org: Your donation has arrived at Food banks across Canada',
      ]);
      const text = mails
        .map((mail) => mail.part('text/plain'))
        .toSorted()
        .join('\n');
      expect(text).toContain('Hello Noor,');
      expect(text).toContain('CA$9.52');
      expect(text.match(/Coffee, March 4, 2026/g)).toHaveLength(3);
      expect(text).toContain('BANK-1');
      expect(text).toContain('http://localhost:3000/donation-history');
      expect(text).toMatch(/http:\/\/localhost:3000\/claim\/don_/);
    });

    test('is sent once, however often the payout is confirmed and the job runs', async () => {
      await byDonor();
      await byGuest('guest@example.org');
      const payoutId = await payAndConfirm(2 * 476);
      expect(await arrivals()).toHaveLength(2);
      await confirm(payoutId);
      await mailed.app.deps.db.write
        .updateTable('outbox')
        .set({ status: 'waiting' })
        .where('kind', '=', 'announce_arrival')
        .execute();
      expect(await arrivals()).toEqual([]);
    });

    test('names no donation twice if a guest claims one while the emails are created', async () => {
      await byDonor();
      const { donation_id: claimed } = await byGuest('guest@example.org');
      await payAndConfirm(2 * 476);
      await makeArrivalMails(mailed.app);
      const { db } = mailed.app.deps;
      await db.write.deleteFrom('outbox').where('kind', '=', 'arrival').where('about', '=', donor.user.id).execute();
      await db.write.updateTable('outbox').set({ status: 'waiting' }).where('kind', '=', 'announce_arrival').execute();
      await claimDonation(mailed.app.deps, claimed, donor.user.id);
      const mails = await arrivals();
      expect(told(mails)).toEqual([
        'Noor <noor@example.org>: Your donation has arrived at Food banks across Canada',
        'Noor <noor@example.org>: Your donation has arrived at Food banks across Canada',
      ]);
    });

    test('leaves out what was refunded before, and shows what is left of the rest', async () => {
      const [refunded, reduced] = [await byDonor(), await byDonor()];
      await deliver(mailed.app, refundMessage(refunded, 'created', { id: 're_1' }));
      await deliver(mailed.app, refundMessage(reduced, 'created', { id: 're_2', amountMinor: 262 }));
      await payAndConfirm(238);
      const [mail, ...others] = await arrivals();
      expect(others).toEqual([]);
      expect(mail?.headers.get('subject')).toBe('Your donation has arrived at Food banks across Canada');
      expect(mail?.part('text/plain')).toContain('CA$2.38');
    });

    test('is not sent if everything was refunded, or the bank returned the payout, before it is sent', async () => {
      const intent = await byDonor();
      await byGuest('guest@example.org');
      const payoutId = await payAndConfirm(2 * 476);
      await makeArrivalMails(mailed.app);
      await deliver(mailed.app, refundMessage(intent, 'created', { id: 're_1' }));
      await recordReturn(mailed.app, payoutId);
      expect(await arrivals()).toEqual([]);
      const states = await mailed.app.deps.db.read
        .selectFrom('outbox')
        .select('status')
        .where('kind', '=', 'arrival')
        .execute();
      expect(states).toEqual([{ status: 'no_recipient' }, { status: 'no_recipient' }]);
    });

    test('says that an earlier email was about a transfer that the bank returned', async () => {
      await byGuest('guest@example.org');
      const first = await payAndConfirm(476);
      expect(await arrivals()).toHaveLength(1);
      await recordReturn(mailed.app, first);
      await payAndConfirm(476, 'BANK-2');
      const [mail] = await arrivals();
      expect(mail?.part('text/plain')).toContain('the bank returned the transfer to us');
      expect(mail?.part('text/plain')).toContain('BANK-2');
    });

    test('does not go to a donor who deleted the account, or to an address that was erased', async () => {
      await byDonor();
      await byGuest('guest@example.org');
      await payAndConfirm(2 * 476);
      await makeArrivalMails(mailed.app);
      await call(mailed.app, {
        method: 'POST',
        url: '/api/account/deletion',
        cookie: donor.cookie,
        body: { password: donorPassword },
      });
      await erasePayerEmail(mailed.app.deps, 'guest@example.org');
      expect(await arrivals()).toEqual([]);
    });
  });
});
