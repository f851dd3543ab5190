import type { LightMyRequestResponse } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { donationHelpSentences } from '#contract/admin/donations/help.ts';
import { erasePayerEmail } from '#server/donations/index.ts';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { mailWriters } from '#server/mail-writers.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import type { MailMessage } from '#server/ports/mail-transport.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import {
  deliver,
  openIntent,
  paidByGuest,
  paidMessage,
  stubCardsWithWebhook,
} from '#test/support/payments/open-intent.ts';

const renderMail = builtMails();
const unknownId = 'don_00000000000000000000000000';

forEachDatabase((engine) => {
  describe('helping a donor', () => {
    let app: TestApp;
    let cookie: string;
    let sent: MailMessage[];

    beforeEach(async () => {
      sent = [];
      const mail = { send: async (message: MailMessage) => void sent.push(message), close: () => undefined };
      app = await startApp(engine, { cards: stubCardsWithWebhook(), mail, renderMail });
      cookie = await signInAdmin(app);
    });
    afterEach(() => app.close());

    const work = () => workOutbox(app.deps, mailHandlers(app.deps, mailWriters));
    async function donate(email?: string): Promise<string> {
      const intent = await openIntent(app);
      await deliver(app, email === undefined ? paidMessage(intent) : paidByGuest(intent, email));
      return intent.donation_id;
    }
    const post = (id: string, action: string, body: object = {}, key?: string): Promise<LightMyRequestResponse> =>
      postText(app, `/api/admin/donations/${id}/${action}`, JSON.stringify({ reason: 'Asked by email', ...body }), {
        cookie,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      });
    const summary = (response: LightMyRequestResponse) => [response.statusCode, response.json<unknown>()];
    const recipients = () => sent.map(({ to }) => to.address);
    const actions = async () => (await loggedActions(app)).map(({ action, reason }) => [action, reason]);

    test('sends the receipt again, as a separate email', async () => {
      const id = await donate('guest@example.org');
      await work();
      expect(summary(await post(id, 'receipt'))).toEqual([200, { status: 'resent' }]);
      await work();
      expect(recipients()).toEqual(['guest@example.org', 'guest@example.org']);
      expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
      expect(await actions()).toEqual([['receipt_resent', 'Asked by email']]);
    });

    test('sends one receipt for requests that repeat before it is sent, or that have the same key', async () => {
      const id = await donate('guest@example.org');
      await work();
      const responses = await Promise.all([1, 2, 3].map(() => post(id, 'receipt')));
      expect(responses.map((response) => response.json<{ status: string }>().status).toSorted()).toEqual([
        'on_its_way',
        'on_its_way',
        'resent',
      ]);
      await work();
      expect((await post(id, 'receipt', {}, 'second-copy')).json()).toEqual({ status: 'resent' });
      await work();
      expect((await post(id, 'receipt', {}, 'second-copy')).json()).toEqual({ status: 'on_its_way' });
      await work();
      expect(sent).toHaveLength(3);
      expect(await actions()).toHaveLength(2);
    });

    test('sends no receipt while no address is known, and sends it when an address is entered', async () => {
      const id = await donate();
      await work();
      expect(summary(await post(id, 'receipt'))).toEqual([
        409,
        refusal('no_recipient', donationHelpSentences.noRecipient),
      ]);
      expect(summary(await post(id, 'email', { email: ' New@example.org ' }))).toEqual([200, { status: 'corrected' }]);
      await work();
      expect(recipients()).toEqual(['New@example.org']);
      expect(await loggedActions(app)).toMatchObject([
        { action: 'payer_email_corrected', before: { hasAddress: false }, after: { hasAddress: true } },
      ]);
    });

    test('replaces a wrong address, and sends the receipt to the new one only on request', async () => {
      const id = await donate('gest@example.org');
      await work();
      await post(id, 'email', { email: 'guest@example.org' });
      expect((await post(id, 'email', { email: 'guest@example.org' })).json()).toEqual({ status: 'unchanged' });
      await work();
      expect(recipients(), 'nothing is sent without a request').toEqual(['gest@example.org']);
      await post(id, 'receipt');
      await work();
      expect(recipients()).toEqual(['gest@example.org', 'guest@example.org']);
    });

    test('sends no receipt to an erased address, and does not ask for another one', async () => {
      const id = await donate('guest@example.org');
      await work();
      await erasePayerEmail(app.deps, 'guest@example.org');
      expect(summary(await post(id, 'receipt'))).toEqual([
        409,
        refusal('no_recipient', 'There is no address for the receipt, so it cannot be sent.'),
      ]);
    });

    test('neither restores an erased address nor changes that of an account', async () => {
      const erased = await donate('guest@example.org');
      await erasePayerEmail(app.deps, 'guest@example.org');
      const donor = await signIn(app);
      const intent = await openIntent(app);
      await app.deps.db.write
        .updateTable('donation_intents')
        .set({ donor_id: donor.user.id })
        .where('id', '=', intent.id)
        .execute();
      await deliver(app, paidMessage(intent));
      const { addressErased, paidByDonor } = donationHelpSentences;
      expect(summary(await post(erased, 'email', { email: 'guest@example.org' }))).toEqual([
        409,
        refusal('address_not_editable', addressErased),
      ]);
      expect(summary(await post(intent.donation_id, 'email', { email: 'guest@example.org' }))).toEqual([
        409,
        refusal('address_not_editable', paidByDonor),
      ]);
      expect(await actions()).toEqual([]);
    });

    test('creates a link with which a donor can claim the donation', async () => {
      const id = await donate('guest@example.org');
      const { url } = (await post(id, 'claim-link')).json<{ url: string }>();
      expect(url).toBe(`${app.deps.config.publicUrl}/claim/${id}`);
      const donor = await signIn(app);
      const claim = { method: 'PATCH', url: `/api/donations/${id}/claim`, cookie: donor.cookie, body: {} } as const;
      expect((await call(app, claim)).statusCode).toBe(200);
      expect(summary(await post(id, 'claim-link'))).toEqual([
        409,
        refusal('already_claimed', donationHelpSentences.alreadyClaimed),
      ]);
      expect(await actions()).toEqual([['claim_link_made', 'Asked by email']]);
    });

    test('adds one note for each idempotency key, even to an unpaid payment', async () => {
      const { donation_id: id } = await openIntent(app);
      const first = (await post(id, 'notes', { note: ' Card was declined twice. ' }, 'first-note')).json<object>();
      expect((await post(id, 'notes', { note: 'Card was declined twice.' }, 'first-note')).json()).toEqual(first);
      await post(id, 'notes', { note: 'Paid by PayPal instead.' }, 'second-note');
      const notes = await app.deps.db.read.selectFrom('donation_notes').select('note').orderBy('written_at').execute();
      expect(notes).toEqual([{ note: 'Card was declined twice.' }, { note: 'Paid by PayPal instead.' }]);
      expect(await actions()).toEqual([
        ['note_added', null],
        ['note_added', null],
      ]);
    });

    test.each([
      ['receipt', {}],
      ['email', { email: 'guest@example.org' }],
      ['claim-link', {}],
      ['notes', { note: 'Hello' }],
    ])('returns 404 to a %s request about an unknown donation', async (action, body) => {
      for (const id of [unknownId, 'don_1'])
        expect(summary(await post(id, action, body))).toEqual([
          404,
          refusal('donation_not_found', donationHelpSentences.unknown),
        ]);
    });

    test.each([
      ['receipt', { reason: ' ' }, 'Please enter a reason.'],
      ['email', { email: 'nobody' }, 'Please enter a valid email address.'],
      ['claim-link', { reason: 'x'.repeat(501) }, 'Reasons can have at most 500 characters.'],
      ['notes', { note: '' }, 'Please write a note.'],
    ])('refuses a %s request with %j', async (action, body, sentence) => {
      const id = await donate('guest@example.org');
      expect(summary(await post(id, action, body))).toEqual([400, refusal('invalid_request', sentence)]);
      expect(await actions()).toEqual([]);
    });
  });
});
