import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { postText, refusal } from '#test/support/app/call-app.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import type { ReceivedMail } from '#test/support/mail/mail-server.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { signInAdmin } from '#test/support/accounts/signed-in.ts';

const written = { name: 'Noor', email: 'noor@example.org', subject: 'A question', message: 'Where does it\n\ngo?' };
const answer = 'Dear Noor,\n\n  to food banks.\n\n<b>Thank you</b> & goodbye 🥕';
const minuteMs = 60_000;
const done = { status: 200, body: {} };

const renderMail = builtMails();

forEachDatabase((engine) => {
  describe('a reply to a message', () => {
    let mailed: MailedApp;
    let cookie: string;
    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail);
      cookie = await signInAdmin(mailed.app);
    });
    afterEach(() => mailed.close());

    const db = () => mailed.app.deps.db;
    const receiveMessage = async (changes: Partial<typeof written> = {}): Promise<string> => {
      const known = new Set(await messageIds());
      await postText(mailed.app, '/api/contact', JSON.stringify({ ...written, ...changes }));
      return (await messageIds()).find((id) => !known.has(id))!;
    };
    const messageIds = async () =>
      (await db().read.selectFrom('contact_messages').select('id').execute()).map(({ id }) => id);
    const reply = async (id: string, body: unknown = { replyMessage: answer }) => {
      const url = `/api/admin/messages/${encodeURIComponent(id)}/reply`;
      const { statusCode: status, ...rest } = await postText(mailed.app, url, JSON.stringify(body), { cookie });
      return { status, body: rest.json<unknown>() };
    };
    const arrivedReplies = async (): Promise<ReceivedMail[]> =>
      (await mailed.deliverMails()).filter(({ to }) => to.join() !== 'admin@kindbite.example');
    const replies = () => db().read.selectFrom('contact_replies').selectAll().orderBy('id').execute();

    test('goes to the sender from the contact address, as typed, with the message quoted below', async () => {
      expect(await reply(await receiveMessage())).toEqual(done);
      const [stored] = await replies();
      const [mail, ...others] = await arrivedReplies();
      expect(others).toEqual([]);
      expect([mail!.from, mail!.to]).toEqual(['hello@kindbite.example', ['noor@example.org']]);
      expect(['from', 'reply-to', 'subject', 'message-id'].map((name) => mail!.headers.get(name))).toEqual([
        'Kindbite <hello@kindbite.example>',
        'hello@kindbite.example',
        'Re: A question',
        `<contact-reply.${stored!.id}@localhost>`,
      ]);
      const text = mail!.part('text/plain').replaceAll('\r\n', '\n');
      expect(text).toContain(`\n${answer}\n\nOn Mar 4, 2026, you wrote:\n\n> Where does it\n> \n> go?\n`);
      expect(mail!.part('text/html')).toContain('&lt;b&gt;Thank you&lt;/b&gt; &amp; goodbye 🥕');
    });

    test('is stored with the message, as typed', async () => {
      const id = await receiveMessage();
      const odd = 'NUL \0, a half \ud83d, a mark \u202E';
      expect(await reply(id, { replyMessage: odd })).toEqual(done);
      const stored = (await replies()).map((row) => ({ ...row, content: JSON.parse(row.content) as unknown }));
      expect(stored).toEqual([
        { id: stored[0]!.id, message_id: id, content: odd, replied_at: mailed.app.clock.now().toISOString() },
      ]);
      expect(await arrivedReplies()).toHaveLength(1);
    });

    test.each([
      [
        'the contact address even when other emails have another sender',
        { CONTACT_EMAIL: 'help@kindbite.org', MAIL_FROM: 'Gifts <gifts@kindbite.org>' },
        ['Kindbite <help@kindbite.org>', 'help@kindbite.org'],
      ],
      [
        'MAIL_FROM without a contact address of our own',
        { MAIL_FROM: 'Gifts <gifts@kindbite.org>' },
        ['Gifts <gifts@kindbite.org>', 'hello@kindbite.example'],
      ],
    ])('comes from %s', async (_sender, environment, headers) => {
      await mailed.close();
      mailed = await startMailedApp(engine, renderMail, { environment });
      cookie = await signInAdmin(mailed.app);
      await reply(await receiveMessage());
      const [mail] = await arrivedReplies();
      expect(['from', 'reply-to'].map((name) => mail!.headers.get(name))).toEqual(headers);
    });

    test.each([
      ['no subject', { subject: '' }, 'Re: Your message to Kindbite'],
      ['a subject with line breaks', { subject: 'Hi\r\nBcc: all@example.org' }, 'Re: Hi Bcc: all@example.org'],
      ['a name with line breaks', { name: 'Eve\r\nBcc: all@example.org\r\n\r\n<img src=x>' }, 'Re: A question'],
      ['a name that looks like an address', { name: '"<all@example.org>, x' }, 'Re: A question'],
      ['a name with a link', { name: 'Call us at www.evil.example' }, 'Re: A question'],
      ['a name of control characters', { name: 'a\0\u202E\ud83d' }, 'Re: A question'],
    ])('a reply to a message with %s is one email to its sender', async (_what, changes, subject) => {
      await reply(await receiveMessage(changes));
      const [mail] = await arrivedReplies();
      expect(mail!.to).toEqual(['noor@example.org']);
      expect([...mail!.headers.keys()].filter((name) => /bcc/.test(name))).toEqual([]);
      expect(mail!.headers.get('subject')).toBe(subject);
    });

    test('two clicks, one after the other or at the same time, send one reply', async () => {
      const id = await receiveMessage();
      expect(new Set(await Promise.all(Array.from({ length: 20 }, async () => (await reply(id)).status)))).toEqual(
        new Set([200]),
      );
      mailed.app.clock.advance(minuteMs - 1);
      expect(await reply(id)).toEqual(done);
      expect([await replies(), await arrivedReplies()].map(({ length }) => length)).toEqual([1, 1]);
    });

    test('another text, another message or the same text a minute later is another reply', async () => {
      const [id, other] = [await receiveMessage(), await receiveMessage()];
      await reply(id);
      await reply(id, { replyMessage: `${answer}.` });
      await reply(other);
      mailed.app.clock.advance(minuteMs);
      await reply(id);
      const messageIdsSent = (await arrivedReplies()).map(({ headers }) => headers.get('message-id'));
      expect(new Set(messageIdsSent).size).toBe(4);
    });

    test.each([[{}], [{ replyMessage: '' }], [{ replyMessage: ' \n ' }], [{ replyMessage: null }]])(
      'an empty reply such as %j is refused and sends nothing',
      async (body) => {
        const id = await receiveMessage();
        expect(await reply(id, body)).toEqual({
          status: 400,
          body: refusal('invalid_request', 'Please write a reply'),
        });
        expect([await replies(), await arrivedReplies()]).toEqual([[], []]);
      },
    );

    test('a reply of more than 5,000 characters is refused', async () => {
      const refused = await reply(await receiveMessage(), { replyMessage: 'a'.repeat(5001) });
      expect(refused.body).toEqual(refusal('invalid_request', 'Messages can have at most 5,000 characters'));
      expect(await replies()).toEqual([]);
    });

    test.each(['msg_00000000000000000000000000', 'don_00000000000000000000000000', '0', '%', '\0', "' or 1=1"])(
      'a reply to the unknown message %j is refused',
      async (id) => {
        expect(await reply(id)).toEqual({
          status: 404,
          body: refusal('not_found', 'This message does not exist.'),
        });
        expect([await replies(), await arrivedReplies()]).toEqual([[], []]);
      },
    );
  });
});
