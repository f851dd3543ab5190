import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationIntentRow } from '#server/db/tables.ts';
import { mailWriters } from '#server/mail-writers.ts';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { createSmtpTransport } from '#server/mail/transport.ts';
import { leaseJobs } from '#server/outbox/queries.ts';
import { unavailableDelayMs, workOutbox, type OutboxRound } from '#server/outbox/worker.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { postCheckout } from '#test/support/app/call-app.ts';
import { checkoutBody } from '#test/support/payments/checkout-body.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { roundOf } from '#test/support/app/outbox-round.ts';
import { startMailServer, type MailServer } from '#test/support/mail/mail-server.ts';
import { deliver, paidByGuest, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { readPdf } from '#test/support/app/read-pdf.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { patientSmtp } from '#test/support/mail/patient-smtp.ts';
import type { MailTransport } from '#server/ports/mail-transport.ts';

const hourMs = 60 * 60 * 1000;
const impatient = { connectionMs: 2000, transferMs: 2000, acceptanceMs: 2000 };
const allDone = (done: number): OutboxRound => roundOf({ done });

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('the receipt email', () => {
    let smtp: MailServer;
    let transport: MailTransport;
    let app: TestApp;
    let donor: SignedIn;

    beforeEach(async () => {
      smtp = await startMailServer();
      transport = patientSmtp(smtp.url);
      app = await startApp(engine, {
        cards: stubCardsWithWebhook(),
        mail: { send: (message) => transport.send(message) },
        renderMail,
      });
      donor = await signIn(app, { firstName: 'Noor', email: 'noor@example.org' });
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    const work = (): Promise<OutboxRound> => workOutbox(app.deps, mailHandlers(app.deps, mailWriters));
    const donate = async (by: SignedIn = donor, typed?: string): Promise<DonationIntentRow> => {
      const known = new Set((await intents()).map(({ id }) => id));
      const response = await postCheckout(app, checkoutBody(), { headers: { cookie: by.cookie } });
      expect(response.statusCode).toBe(200);
      const intent = (await intents()).find(({ id }) => !known.has(id))!;
      await deliver(app, typed === undefined ? paidMessage(intent) : paidByGuest(intent, typed));
      return intent;
    };
    const intents = () => app.deps.db.read.selectFrom('donation_intents').selectAll().execute();
    const statuses = async () =>
      (await app.deps.db.read.selectFrom('outbox').select(['status', 'last_error']).execute()).map((row) => [
        row.status,
        row.last_error,
      ]);
    const idsReceived = () => smtp.received.map(({ headers }) => headers.get('message-id') ?? '');
    const idOf = ({ donation_id: id }: DonationIntentRow): string => `<receipt.${id}@localhost>`;

    test('reaches the donor once, from our address, with every amount in both the HTML and the text', async () => {
      const intent = await donate();
      expect([await work(), await work()]).toEqual([allDone(1), allDone(0)]);
      expect(smtp.received).toHaveLength(1);
      const [mail] = smtp.received;
      expect([mail!.from, mail!.to]).toEqual(['hello@kindbite.example', ['noor@example.org']]);
      expect(mail!.headers.get('message-id')).toBe(idOf(intent));
      expect(mail!.headers.get('from')).toBe('Kindbite <hello@kindbite.example>');
      expect(mail!.headers.get('subject')).toBe('Your Kindbite receipt: US$3.50 to Food banks across Canada');
      for (const part of [mail!.part('text/plain'), mail!.part('text/html')]) {
        for (const figure of [
          'Noor',
          'US$3.50',
          'US$0.35',
          'US$3.85',
          'CA$5.24',
          'Food banks across Canada',
          'Coffee',
          '3 meals',
          'Mar 4, 2026',
          intent.donation_id,
          'This is not an official receipt for income tax purposes.',
          'http://localhost:3000/donation-history',
        ])
          expect(part).toContain(figure);
      }
    });

    test('has the same PDF attached as the donor can download', async () => {
      const intent = await donate();
      await work();
      const { name, content } = smtp.received[0]!.file('application/pdf');
      expect(name).toBe(`kindbite-receipt-2026-03-04-${intent.donation_id.slice(-6)}.pdf`);
      const url = `/api/donations/${intent.donation_id}/receipt.pdf`;
      const download = await app.server.inject({ url, headers: { cookie: donor.cookie } });
      expect(content.equals(download.rawPayload)).toBe(true);
      expect(readPdf(content).parts).toContainEqual(['TD', intent.donation_id]);
    });

    test('names the sender and the host of this installation', async () => {
      const other = await startApp(engine, {
        databaseUrl: app.deps.config.databaseUrl!,
        environment: {
          DATA_DIR: app.deps.config.dataDir,
          MAIL_FROM: 'Gifts <gifts@example.net>',
          PUBLIC_URL: 'https://give.example.net',
        },
        mail: app.deps.mail,
        renderMail,
      });
      const intent = await donate();
      await workOutbox(other.deps, mailHandlers(other.deps, mailWriters));
      await other.close();
      expect(smtp.received.map(({ headers }) => [headers.get('from'), headers.get('message-id')])).toEqual([
        ['Gifts <gifts@example.net>', `<receipt.${intent.donation_id}@give.example.net>`],
      ]);
    });

    test("goes to the account's address even if the donor typed another one when paying", async () => {
      await donate(donor, 'work@example.org');
      await work();
      expect(smtp.received.map(({ to }) => to)).toEqual([['noor@example.org']]);
      expect(await app.deps.db.read.selectFrom('payer_emails').selectAll().execute()).toEqual([]);
    });

    test.each([
      ['busy', 'unavailable', 'the mail server is unavailable: EENVELOPE, response 421 at MAIL'],
      ['refuses', 'postponed', 'the mail server did not accept the email: EENVELOPE, response 550 at RCPT'],
      ['hangs', 'unavailable', 'the mail server is unavailable: ETIMEDOUT'],
      ['drops', 'unavailable', 'the mail server is unavailable: ECONNECTION at CONN'],
    ] as const)(
      'is sent once, later, if the mail server is first in the mode "%s"',
      async (mode, outcome, lastError) => {
        const intent = await donate();
        smtp.mode = mode;
        if (mode === 'hangs') transport = createSmtpTransport(smtp.url, impatient);
        expect(await work()).toEqual(roundOf({ [outcome]: 1 }));
        expect(await statuses()).toEqual([['waiting', lastError]]);
        expect(JSON.stringify(app.logged)).not.toContain('noor@example.org');
        smtp.mode = 'accepts';
        transport = patientSmtp(smtp.url);
        app.clock.advance(hourMs);
        expect(await work()).toEqual(allDone(1));
        expect(idsReceived()).toEqual([idOf(intent)]);
        expect(await statuses()).toEqual([['done', null]]);
      },
    );

    test('is sent exactly once for every donation after a day without a mail server', async () => {
      const donated = [];
      for (let number = 0; number < 12; number += 1) donated.push(await donate());
      const port = Number(new URL(smtp.url).port);
      await smtp.close();
      for (let hour = 0; hour < 24; hour += 1) {
        expect((await work()).done).toBe(0);
        app.clock.advance(hourMs);
      }
      smtp = await startMailServer(port);
      app.clock.advance(unavailableDelayMs);
      await Promise.all([work(), work()]); // two processes share the outbox
      await work();
      expect(idsReceived().toSorted()).toEqual(donated.map(idOf).toSorted());
      expect(new Set((await statuses()).map(([status]) => status))).toEqual(new Set(['done']));
    });

    test('has the same Message-ID in a second copy, which is sent if the process dies before it records the first', async () => {
      const intent = await donate();
      const lease = { now: app.clock.now(), lockedUntil: new Date(app.clock.now().getTime() + 60_000), jobsMax: 5 };
      const [job] = await leaseJobs(app.deps.db, ['receipt'], lease);
      await mailHandlers(app.deps, mailWriters)['receipt']!(app.deps, job!); // the process dies here
      app.clock.advance(hourMs);
      expect(await work()).toEqual(allDone(1));
      expect(idsReceived()).toEqual([idOf(intent), idOf(intent)]);
    });

    test('stays in the outbox without a mail server', async () => {
      const { mail: _mail, ...rest } = app.deps;
      await donate();
      expect(await workOutbox(app.deps, mailHandlers({ ...rest, mail: undefined }, mailWriters))).toEqual(allDone(0));
      expect(await statuses()).toEqual([['waiting', null]]);
    });

    const scam = 'Your account is locked. Go to https://evil.example/login';
    test.each([
      [
        "shortens a first name with a link while the address may be a stranger's",
        null,
        'Your account is locked. Go to https evil',
      ],
      ['keeps the first name as it is for a confirmed address', '2026-03-04T12:00:00.000Z', scam],
    ])('%s', async (_rule, confirmedAt, name) => {
      await app.deps.db.write
        .updateTable('users')
        .set({ first_name: scam, email_confirmed_at: confirmedAt })
        .where('id', '=', donor.user.id)
        .execute();
      await donate();
      await work();
      const [mail] = smtp.received;
      expect(mail!.headers.get('to')).toBe(`"${name}" <noor@example.org>`);
      expect(mail!.part('text/plain')).toContain(`Thank you, ${name}.`);
      expect(mail!.part('text/html').includes('evil.example')).toBe(confirmedAt !== null);
    });

    test('adds no header or element for a name with line breaks or markup', async () => {
      const name = 'Eve\r\nBcc: all@example.org\r\n\r\n<img src=x>';
      const intent = await donate();
      await app.deps.db.write
        .updateTable('users')
        .set({ first_name: name, email_confirmed_at: app.clock.now().toISOString() })
        .where('id', '=', donor.user.id)
        .execute();
      await app.deps.db.write
        .updateTable('donations')
        .set({ frozen_charity_name: `Food\r\nX-Evil: 1\r\n<script>` })
        .where('intent_id', '=', intent.id)
        .execute();
      await work();
      const [mail] = smtp.received;
      expect(mail!.to).toEqual(['noor@example.org']);
      expect([...mail!.headers.keys()].filter((header) => /bcc|evil/.test(header))).toEqual([]);
      expect(mail!.headers.get('subject')).toBe('Your Kindbite receipt: US$3.50 to Food X-Evil: 1 <script>');
      expect(mail!.part('text/html')).not.toMatch(/<img|<script/);
      expect(mail!.part('text/html')).toContain('&lt;script&gt;');
    });
  });
});
