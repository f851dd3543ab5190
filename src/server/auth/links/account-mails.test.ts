import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mailWriters } from '#server/mail-writers.ts';
import { mailHandlers } from '#server/mail/mail-writer.ts';
import { workOutbox, type OutboxRound } from '#server/outbox/worker.ts';
import { call, mailedToken } from '#test/support/accounts/account-calls.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { roundOf } from '#test/support/app/outbox-round.ts';
import { startMailServer, type MailServer, type ReceivedMail } from '#test/support/mail/mail-server.ts';
import { cookieOf, donorPassword, register, registration } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { patientSmtp } from '#test/support/mail/patient-smtp.ts';

const allDone = (done: number): OutboxRound => roundOf({ done });

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('the emails about an account', () => {
    let smtp: MailServer;
    let app: TestApp;
    const start = async (environment: Record<string, string> = {}): Promise<void> => {
      app = await startApp(engine, {
        cards: stubCards(),
        mail: patientSmtp(smtp.url),
        renderMail,
        environment,
      });
    };
    beforeEach(async () => {
      smtp = await startMailServer();
      await start();
    });
    afterEach(async () => {
      await app.close();
      await smtp.close();
    });

    const work = (): Promise<OutboxRound> => workOutbox(app.deps, mailHandlers(app.deps, mailWriters));
    const post = (url: string, body: object, cookie?: string) => call(app, { method: 'POST', url, cookie, body });
    const signUp = async (): Promise<string> => {
      const body = registration({ username: 'ana', email: 'ana@example.org', firstName: 'Buy at evil.example' });
      return cookieOf(await register(app, body));
    };
    const requestPasswordLink = () => post('/api/password-link', { email: 'ana@example.org' });
    const requestAddressChange = (cookie: string) =>
      post('/api/account/email', { email: 'ana@example.net', password: donorPassword }, cookie);
    const jobs = () => app.deps.db.read.selectFrom('outbox').selectAll().execute();
    const jobOf = async (kind: string) => (await jobs()).find((job) => job.kind === kind)!;
    /** The text of both parts, with every run of white space as one space, and without React's comment markers. */
    const textsOf = (mail: ReceivedMail): string[] =>
      [mail.part('text/plain'), mail.part('text/html')].map((part) =>
        part.replaceAll('<!-- -->', '').replaceAll('&#x27;', "'").replaceAll(/\s+/g, ' '),
      );
    const received = async (kind: string): Promise<ReceivedMail> => {
      const id = `<${kind}.${(await jobOf(kind)).id}@localhost>`;
      return smtp.received.find(({ headers }) => headers.get('message-id') === id)!;
    };

    test('a new donor gets a button and a plain link that work for three days', async () => {
      await signUp();
      expect(await work()).toEqual(allDone(1));
      const mail = await received('confirm_email');
      expect([mail.from, mail.to]).toEqual(['hello@kindbite.example', ['ana@example.org']]);
      expect(mail.headers.get('subject')).toBe('Please confirm your email address for Kindbite');
      const link = `http://localhost:3000/confirm-email#${await mailedToken(app, 'confirm_email')}`;
      for (const words of textsOf(mail)) {
        expect(words).toContain('Welcome, ana.');
        expect(words).toContain('works once and expires in 3 days');
        expect(words).toContain("If you didn't create a Kindbite account");
      }
      const timesIn = (words: string): number => words.split(link).length - 1;
      expect(textsOf(mail).map(timesIn)).toEqual([1, 3]); // in HTML as the button, as the plain link and as its text
      expect(mail.source).not.toContain('evil.example'); // a stranger's text must not reach an address that may be someone else's
    });

    test('a password link works for one hour', async () => {
      await signUp();
      await requestPasswordLink();
      await work();
      const mail = await received('reset_password');
      expect(mail.to).toEqual(['ana@example.org']);
      expect(mail.headers.get('subject')).toBe('Choose a new Kindbite password');
      const tokens = textsOf(mail).map((words) => /\/reset-password#([\w-]{43})/.exec(words)?.[1]);
      for (const words of textsOf(mail)) {
        expect(words).toContain('works once and expires in one hour');
        expect(words).toContain("If you didn't ask for this");
      }
      expect(new Set(tokens).size).toBe(1);
      const response = await post('/api/password-reset', { token: tokens[0], password: 'battery staple' });
      expect(response.statusCode).toBe(200);
    });

    test('a new address gets a link, and the old one is notified when it is replaced', async () => {
      const cookie = await signUp();
      await requestAddressChange(cookie);
      await work();
      const request = await received('change_email');
      expect(request.to).toEqual(['ana@example.net']);
      expect(request.headers.get('subject')).toBe('Please confirm your new email address for Kindbite');
      const token = /\/confirm-email#([\w-]{43})/.exec(request.part('text/plain'))?.[1];
      for (const words of textsOf(request)) expect(words).toContain('works once and expires in 3 days');
      expect((await post('/api/confirm-email', { token })).statusCode).toBe(200);
      expect(await work()).toEqual(allDone(1));
      const notice = await received('email_changed');
      expect(notice.to).toEqual(['ana@example.org']);
      expect(notice.headers.get('subject')).toBe('Your Kindbite email address was changed');
      for (const words of textsOf(notice)) expect(words).toContain('Your account ana has a new email address');
      expect(notice.source).not.toContain('example.net');
    });

    test('a changed password is reported to the address of the account', async () => {
      const cookie = await signUp();
      const body = { password: donorPassword, newPassword: 'battery staple' };
      await post('/api/account/password', body, cookie);
      await work();
      const mail = await received('password_changed');
      expect(mail.to).toEqual(['ana@example.org']);
      expect(mail.headers.get('subject')).toBe('Your Kindbite password was changed');
      for (const words of textsOf(mail)) {
        expect(words).toContain('Your account ana has a new password');
        expect(words).toContain('http://localhost:3000/auth');
      }
    });

    test("a username that looks like a link is made harmless in an email to an address that may be a stranger's", async () => {
      const body = registration({ username: 'www.evil.example', email: 'ana@example.org' });
      const cookie = cookieOf(await register(app, body));
      await requestPasswordLink();
      await requestAddressChange(cookie);
      await work();
      expect(smtp.received).toHaveLength(3);
      for (const mail of smtp.received) {
        const name = mail.headers.get('to')!.split(' <')[0];
        expect([name, ...textsOf(mail).map((words) => words.includes('evil.example'))]).toEqual([
          'www evil example',
          false,
          false,
        ]);
      }
      const token = await mailedToken(app, 'confirm_email');
      expect((await post('/api/confirm-email', { token })).statusCode).toBe(200);
      await requestPasswordLink();
      await work();
      expect(textsOf(smtp.received.at(-1)!)[0]).toContain('A new password for www.evil.example');
    });

    test('every attempt sends the same email', async () => {
      await signUp();
      smtp.mode = 'busy';
      expect(await work()).toEqual(roundOf({ unavailable: 1 }));
      const token = await mailedToken(app, 'confirm_email');
      smtp.mode = 'accepts';
      app.clock.advance(60 * 60 * 1000);
      expect(await work()).toEqual(allDone(1));
      expect((await received('confirm_email')).part('text/plain')).toContain(`/confirm-email#${token}`);
      expect(JSON.stringify(app.logged)).not.toContain(token);
    });

    test('a link that expired while the mail server was down is not sent, but one that still works is', async () => {
      await app.close();
      await start({ PAYMENT_SANDBOX: 'off' });
      await signUp();
      await requestPasswordLink();
      const port = Number(new URL(smtp.url).port);
      await smtp.close();
      await work();
      app.clock.advance(60 * 60 * 1000);
      smtp = await startMailServer(port);
      expect(await work()).toEqual(roundOf({ done: 1, expired: 1 }));
      expect(smtp.received.map(({ headers }) => headers.get('subject'))).toEqual([
        'Please confirm your email address for Kindbite',
      ]);
      const { status, payload } = await jobOf('reset_password');
      expect([status, payload]).toEqual(['expired', '{"encryptedToken":""}']);
      app.clock.advance(60 * 60 * 1000);
      expect(await work()).toEqual(roundOf({}));
    });

    test('a link that expired before another was requested is not sent either', async () => {
      await signUp();
      await work();
      await requestPasswordLink();
      app.clock.advance(60 * 60 * 1000);
      await requestPasswordLink();
      expect(await work()).toEqual(roundOf({ done: 1, expired: 1 }));
      expect(smtp.received).toHaveLength(2);
    });

    test('a link is not sent to the old address after the address has changed', async () => {
      const cookie = await signUp();
      await work();
      await requestAddressChange(cookie);
      await requestPasswordLink();
      await post('/api/confirm-email', { token: await mailedToken(app, 'change_email') });
      expect(await work()).toEqual(roundOf({ done: 1, expired: 2 }));
      expect(smtp.received.at(-1)!.headers.get('subject')).toBe('Your Kindbite email address was changed');
    });

    test('nothing is sent after the account is deleted', async () => {
      const cookie = await signUp();
      await requestPasswordLink();
      await requestAddressChange(cookie);
      await post('/api/confirm-email', { token: await mailedToken(app, 'change_email') });
      const body = { password: donorPassword, newPassword: 'battery staple' };
      await post('/api/account/password', body, cookie);
      const count = (await jobs()).length;
      for (const table of ['mail_links', 'sessions', 'users'] as const) {
        await app.deps.db.write.deleteFrom(table).execute();
      }
      expect([await work(), count]).toEqual([roundOf({ no_recipient: 2, expired: 3 }), 5]);
      expect(smtp.begun).toBe(0);
    });

    test('an email can be read at /dev/mail while the sandbox is on, with a working link', async () => {
      await signUp();
      await work();
      const { id } = await jobOf('confirm_email');
      const shown = await app.server.inject({ url: `/dev/mail/${id}/html` });
      const token = /\/confirm-email#([\w-]{43})/.exec(shown.body)?.[1];
      expect((await post('/api/confirm-email', { token })).statusCode).toBe(200);
    });

    test('without the sandbox, the outbox never has a plain token, and after delivery neither its encrypted form nor an address', async () => {
      await app.close();
      await start({ PAYMENT_SANDBOX: 'off' });
      const cookie = await signUp();
      await requestAddressChange(cookie);
      const tokens = [await mailedToken(app, 'confirm_email'), await mailedToken(app, 'change_email')];
      smtp.mode = 'busy';
      await work();
      const waiting = JSON.stringify(await jobs());
      expect(tokens.filter((token) => waiting.includes(token))).toEqual([]);
      smtp.mode = 'accepts';
      app.clock.advance(60 * 60 * 1000);
      await work();
      await post('/api/confirm-email', { token: tokens[1] });
      await work();
      expect(smtp.received).toHaveLength(3);
      const stored = (await jobs()).map(({ kind, status, payload }) => ({ kind, status, payload }));
      expect(stored.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toEqual([
        { kind: 'change_email', status: 'done', payload: '{"encryptedToken":""}' },
        { kind: 'confirm_email', status: 'done', payload: '{"encryptedToken":""}' },
        {
          kind: 'email_changed',
          status: 'done',
          payload: expect.stringMatching(/^\{"userId":"usr_\w{26}","address":""\}$/),
        },
      ]);
    });
  });
});
