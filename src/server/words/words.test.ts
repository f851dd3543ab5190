import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishingSentences } from '#contract/admin/publishing.ts';
import { wordsSentences } from '#contract/admin/words.ts';
import { standardWords } from '#domain/words/words.ts';
import { currentMailWords, currentSender } from '#server/current-words.ts';
import { createPublished } from '#server/published.ts';
import { refreshPublished } from '#server/publishing/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { postText } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { mailsFrom } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { insertWordsVersion, newWords } from '#test/support/words/words.ts';

const path = '/api/admin/words';

forEachDatabase((engine) => {
  describe('words', () => {
    let app: TestApp;
    let content: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      content = await signInStaff(app, 'content', { username: 'conny' });
    });
    afterEach(() => app.close());

    const publish = (words: unknown, basedOn = 0) =>
      call(app, { method: 'POST', url: path, cookie: content.cookie, body: { words, basedOn, reason: 'New name' } });
    const read = async () =>
      (await call(app, { method: 'GET', url: path, cookie: content.cookie })).json<Record<string, unknown>>();

    test('are those of a new installation until staff publish others, and again when staff return to them', async () => {
      expect(currentSender(app.deps)).toEqual({ name: 'Kindbite', contactEmail: 'hello@kindbite.example' });
      const words = newWords({ contactEmail: 'help@snackaid.org' });
      expect((await publish(words)).json()).toEqual({ status: 'published', version: 1 });
      expect(currentSender(app.deps)).toEqual({ name: 'Snack Aid', contactEmail: 'help@snackaid.org' });
      app.clock.advance(1000);
      const body = { basedOn: 1, reason: 'Back' };
      const back = await call(app, { method: 'POST', url: `${path}/default`, cookie: content.cookie, body });
      expect(back.json()).toEqual({ status: 'published', version: 2 });
      expect(await read()).toMatchObject({
        version: 2,
        words: standardWords,
        configuredEmail: 'hello@kindbite.example',
        history: [
          {
            version: 2,
            changes: [{ name: 'Name', before: 'Snack Aid', after: 'Kindbite' }, { name: 'Contact address' }],
          },
          { version: 1, publishedBy: 'conny', reason: 'New name' },
        ],
      });
      expect(await loggedActions(app)).toMatchObject([
        { action: 'version_published', reason: 'New name' },
        { action: 'version_published', reason: 'Back' },
      ]);
    });

    test('are shown before they are published, and a preview stores nothing', async () => {
      const body = { words: newWords({ socialLinks: { ...standardWords.socialLinks, X: '' } }) };
      const response = await call(app, { method: 'POST', url: `${path}/preview`, cookie: content.cookie, body });
      expect(response.json()).toEqual({
        changes: [
          { name: 'Name', before: 'Kindbite', after: 'Snack Aid' },
          { name: 'X', before: 'https://x.com/kindbite', after: 'no link' },
        ],
      });
      expect(await read()).toMatchObject({ version: 0, history: [] });
    });

    test('when two editors publish, the second is told who published first, and decides', async () => {
      await publish(newWords());
      const other = await signInStaff(app, 'owner', { username: 'olga' });
      const body = { words: newWords({ name: 'Bite Aid' }), basedOn: 0, reason: 'Mine' };
      const late = await call(app, { method: 'POST', url: path, cookie: other.cookie, body });
      expect([late.statusCode, late.json().code]).toEqual([409, 'version_outdated']);
      expect(late.json().message).toMatch(/^conny published version 1 on /);
      expect(currentSender(app.deps).name).toBe('Snack Aid');
    });

    test.each<[string, object, string]>([
      ['no name', { name: ' ' }, wordsSentences.name],
      ['a name with HTML', { name: '<b>Kind</b>' }, wordsSentences.name],
      ['a name with a quote', { name: 'Kind"bite' }, wordsSentences.name],
      ['a name with a line break', { name: 'Kind\r\nBcc: x@example.org' }, wordsSentences.name],
      ['a name of digits', { name: '2026' }, wordsSentences.name],
      ['a name that is too long', { name: 'K'.repeat(41) }, wordsSentences.name],
      ['no address', { contactEmail: 'hello' }, wordsSentences.contactEmail],
      ['two addresses', { contactEmail: 'a@example.org,b@example.org' }, wordsSentences.contactEmail],
      [
        'a script as a link',
        { socialLinks: { ...standardWords.socialLinks, X: 'javascript:alert(1)' } },
        wordsSentences.socialLink,
      ],
      [
        'a link without https',
        { socialLinks: { ...standardWords.socialLinks, X: 'http://x.com/a' } },
        wordsSentences.socialLink,
      ],
      [
        'a link with quotes',
        { socialLinks: { ...standardWords.socialLinks, X: 'https://x.com/"a' } },
        wordsSentences.socialLink,
      ],
      ['a greeting that is too long', { mails: { greeting: 'a'.repeat(501), footer: 'Bye' } }, wordsSentences.greeting],
      ['no footer', { mails: { greeting: '', footer: '' } }, wordsSentences.footer],
    ])('with %s are refused with a sentence, and nothing is stored', async (_what, changes, sentence) => {
      const response = await publish({ ...newWords(), ...changes });
      expect([response.statusCode, response.json().message]).toEqual([400, sentence]);
      expect(await read()).toMatchObject({ version: 0 });
    });

    test('that change nothing are refused', async () => {
      const response = await publish(standardWords);
      expect([response.statusCode, response.json().message]).toEqual([409, publishingSentences.nothingChanged]);
    });

    test('can be read by an Auditor and published by neither Auditor nor Finance', async () => {
      const codes = async (role: 'auditor' | 'finance'): Promise<number[]> => {
        const { cookie } = await signInStaff(app, role, { username: role });
        const body = { words: newWords(), basedOn: 0, reason: 'Try' };
        const responses = [
          await call(app, { method: 'GET', url: path, cookie }),
          await call(app, { method: 'POST', url: path, cookie, body }),
        ];
        return responses.map(({ statusCode }) => statusCode);
      };
      expect(await codes('auditor')).toEqual([200, 403]);
      expect(await codes('finance')).toEqual([403, 403]);
    });

    test('name the files that are created from then on', async () => {
      await insertWordsVersion(app, newWords({ name: 'Snäck Aid!' }));
      const { headers } = await app.server.inject({ url: '/api/impact-report.pdf' });
      expect(headers['content-disposition']).toBe('attachment; filename="snack-aid-impact-report-2025.pdf"');
    });

    test('of another process apply after the next refresh', async () => {
      const published = createPublished(app.deps.clock);
      const other = { ...app.deps, published };
      await publish(newWords());
      expect(currentSender(other).name).toBe('Kindbite');
      await refreshPublished(other);
      expect(currentSender(other).name).toBe('Snack Aid');
    });
  });

  describe('emails', () => {
    let mailed: MailedApp;
    beforeEach(async () => {
      mailed = await startMailedApp(
        engine,
        mailsFrom(() => currentMailWords(mailed.app.deps)),
      );
    });
    afterEach(() => mailed.close());

    const write = async (): Promise<void> => {
      const body = { name: 'Noor', email: 'noor@example.org', subject: 'Hello', message: 'Where does it go?' };
      await postText(mailed.app, '/api/contact', JSON.stringify(body));
    };

    test('carry the published name, address, greeting and footer; notices go to the published address', async () => {
      await insertWordsVersion(
        mailed.app,
        newWords({
          contactEmail: 'help@snackaid.org',
          mails: { greeting: 'Dear friend,', footer: 'One snack, one meal.' },
        }),
      );
      await write();
      const [mail] = await mailed.deliverMails();
      expect([mail!.from, mail!.to]).toEqual(['help@snackaid.org', ['help@snackaid.org']]);
      expect(mail!.headers.get('from')).toBe('Snack Aid <help@snackaid.org>');
      expect(mail!.headers.get('subject')).toBe('1 new message in the Snack Aid inbox');
      expect(mail!.part('text/plain')).toContain('Dear friend,');
      expect(mail!.part('text/plain')).toContain(
        'Snack Aid: One snack, one meal. Questions? Write to help@snackaid.org.',
      );
      expect(mail!.source).not.toContain('Kindbite');
    });

    test('that reply to a message come from the published address', async () => {
      await insertWordsVersion(mailed.app, newWords({ contactEmail: 'help@snackaid.org' }));
      await write();
      await mailed.deliverMails();
      const { cookie } = await signInStaff(mailed.app, 'support');
      const { id } = await mailed.app.deps.db.read
        .selectFrom('contact_messages')
        .select('id')
        .executeTakeFirstOrThrow();
      const body = { replyMessage: 'To a kitchen nearby.' };
      await call(mailed.app, { method: 'POST', url: `/api/admin/messages/${id}/reply`, cookie, body });
      const replies = await mailed.deliverMails();
      const reply = replies.find(({ to }) => to.includes('noor@example.org'));
      expect([reply?.headers.get('from'), reply?.headers.get('reply-to')]).toEqual([
        'Snack Aid <help@snackaid.org>',
        'help@snackaid.org',
      ]);
    });
  });
});
