import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postText } from '#test/support/app/call-app.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';

const minuteMs = 60_000;

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('the notice of new messages', () => {
    let mailed: MailedApp;
    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail);
    });
    afterEach(() => mailed.close());

    const send = async (subject = 'Hello'): Promise<void> => {
      const body = { name: 'Noor', email: 'noor@example.org', subject, message: 'Where does it go?' };
      const response = await postText(mailed.app, '/api/contact', JSON.stringify(body));
      expect(response.statusCode).toBe(200);
    };
    const arrivedSubjects = async () => (await mailed.deliverMails()).map(({ headers }) => headers.get('subject'));

    test('goes only to the administrator, with a link and without the message', async () => {
      await send('Cheap pills');
      const [mail, ...others] = await mailed.deliverMails();
      expect(others).toEqual([]);
      expect([mail!.from, mail!.to]).toEqual(['hello@kindbite.example', ['admin@kindbite.example']]);
      expect(mail!.headers.get('subject')).toBe('1 new message in the Kindbite inbox');
      expect(mail!.part('text/plain')).toContain('http://localhost:3000/admin/messages');
      expect(mail!.part('text/html')).toContain('href="http://localhost:3000/admin/messages"');
      expect(mail!.source).not.toMatch(/pills|noor|Where/i);
    });

    test('goes to ADMIN_EMAIL from MAIL_FROM', async () => {
      await mailed.close();
      const environment = { ADMIN_EMAIL: 'desk@kindbite.org', MAIL_FROM: 'Gifts <gifts@kindbite.org>' };
      mailed = await startMailedApp(engine, renderMail, { environment });
      await send();
      const [mail] = await mailed.deliverMails();
      expect([mail!.from, mail!.to]).toEqual(['gifts@kindbite.org', ['desk@kindbite.org']]);
    });

    test('a flood of messages sends one notice immediately and one 15 minutes later that counts them all', async () => {
      await send();
      expect(await arrivedSubjects()).toEqual(['1 new message in the Kindbite inbox']);
      for (let minute = 0; minute < 14; minute += 1) {
        for (let count = 0; count < 5; count += 1) await send();
        expect(await arrivedSubjects()).toEqual([]);
        mailed.app.clock.advance(minuteMs);
      }
      mailed.app.clock.advance(minuteMs);
      expect(await arrivedSubjects()).toEqual(['71 new messages in the Kindbite inbox']);
    });

    test('notices are at least 15 minutes apart, at any minute of the hour', async () => {
      mailed.app.clock.advance(14 * minuteMs);
      await send();
      expect(await arrivedSubjects()).toHaveLength(1);
      mailed.app.clock.advance(2 * minuteMs);
      await send();
      expect(await arrivedSubjects()).toEqual([]);
      mailed.app.clock.advance(13 * minuteMs - 1);
      expect(await arrivedSubjects()).toEqual([]);
      mailed.app.clock.advance(1);
      expect(await arrivedSubjects()).toEqual(['2 new messages in the Kindbite inbox']);
    });

    test('is again sent immediately after a quiet time', async () => {
      for (let day = 0; day < 3; day += 1) {
        await send();
        expect(await arrivedSubjects()).toHaveLength(1);
        mailed.app.clock.advance(24 * 60 * minuteMs);
      }
    });

    test('simultaneous messages send one notice', async () => {
      await Promise.all(Array.from({ length: 20 }, () => send()));
      expect(await arrivedSubjects()).toHaveLength(1);
    });

    test('is not sent when every message has been read', async () => {
      await send();
      await mailed.app.deps.db.write.updateTable('contact_messages').set({ status: 'read' }).execute();
      expect(await arrivedSubjects()).toEqual([]);
    });
  });
});
