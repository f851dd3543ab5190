import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newslettersSentences } from '#contract/admin/newsletters.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { insertSubscribers, sendingNewsletter } from '#test/support/newsletter/valid-newsletter-calls.ts';
import { sendNewsletters } from './sending/send-newsletters.ts';

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('POST /api/admin/subscribers/erase', () => {
    let mailed: MailedApp;
    let cookie: string;
    beforeAll(async () => {
      mailed = await startMailedApp(engine, renderMail);
      ({ cookie } = await signInStaff(mailed.app, 'content', { username: 'author' }));
    });
    afterAll(() => mailed.close());

    const erase = async (email: string) => {
      const body = { email, reason: 'Asked for it' };
      const response = await call(mailed.app, { method: 'POST', url: '/api/admin/subscribers/erase', cookie, body });
      return [response.statusCode, response.json<unknown>()];
    };
    const tableTexts = async () => {
      const { read } = mailed.app.deps.db;
      const tables = ['newsletter_subscribers', 'newsletter_recipients', 'outbox', 'audit_log'] as const;
      const rows = await Promise.all(tables.map((table) => read.selectFrom(table).selectAll().execute()));
      return JSON.stringify(rows);
    };

    test('erases the address, typed in any letter case, and the consent, and is recorded without the address', async () => {
      await insertSubscribers(mailed.app.deps, 2, (number) => `asker-${number}@example.org`);
      expect(await tableTexts()).toContain('asker-0@');
      expect(await erase(' Asker-0@Example.org ')).toEqual([200, {}]);
      expect(await tableTexts()).not.toMatch(/asker-0/i);
      expect(await tableTexts()).toContain('asker-1@');
      expect((await loggedActions(mailed.app)).at(-1)).toMatchObject({
        action: 'subscriber_erased',
        actor_name: 'author',
        before: { status: 'confirmed' },
        reason: 'Asked for it',
      });
    });

    test('erases an address that is longer than a new one may be', async () => {
      const long = `${'a'.repeat(300)}@example.org`;
      await insertSubscribers(mailed.app.deps, 1, () => long);
      expect(await erase(long)).toEqual([200, {}]);
    });

    test('an address that is unknown, or was erased before, is refused', async () => {
      await insertSubscribers(mailed.app.deps, 1, () => 'twice@example.org');
      expect((await erase('twice@example.org'))[0]).toBe(200);
      const unknown = [404, refusal('not_found', newslettersSentences.subscriberUnknown)];
      expect([await erase('twice@example.org'), await erase('stranger@example.org')]).toEqual([unknown, unknown]);
    });

    test('an email still waiting for an erased address is not sent, and its newsletter finishes', async () => {
      await insertSubscribers(mailed.app.deps, 1, () => 'gone@example.org');
      const id = await sendingNewsletter(mailed.app);
      await sendNewsletters(mailed.app.deps);
      await erase('gone@example.org');
      await mailed.deliverMails();
      await sendNewsletters(mailed.app.deps);
      const newsletter = await mailed.app.deps.db.read
        .selectFrom('newsletters')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirst();
      expect(newsletter?.status).toBe('sent');
      const recipients = mailed.smtp.received.flatMap(({ to }) => to);
      expect(recipients).toContain('asker-1@example.org');
      expect(recipients).not.toContain('gone@example.org');
    });
  });
});
