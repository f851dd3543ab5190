import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { markdownSentences, newslettersSentences } from '#contract/admin/newsletters.ts';
import type { StaffRole } from '#domain/staff/rights.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { draftText } from '#test/support/newsletter/valid-newsletter-calls.ts';

const renderMail = builtMails();
const path = '/api/admin/newsletters';

forEachDatabase((engine) => {
  describe('drafts of newsletters', () => {
    let mailed: MailedApp;
    let author: SignedIn;
    let colleague: SignedIn;
    beforeEach(async () => {
      mailed = await startMailedApp(engine, renderMail);
      author = await join('content');
      colleague = await join('owner');
    });
    afterEach(() => mailed.close());

    const join = (role: StaffRole): Promise<SignedIn> => signInStaff(mailed.app, role, { username: role });
    const post = async (url: string, body: object, { cookie } = author) => {
      const response = await call(mailed.app, { method: 'POST', url, cookie, body });
      return { status: response.statusCode, body: response.json<Record<string, unknown>>() };
    };
    const get = (url: string) => call(mailed.app, { method: 'GET', url, cookie: author.cookie });
    const save = async (): Promise<string> => String((await post(path, draftText)).body['id']);
    const refusalOf = ({ body }: { body: Record<string, unknown> }) => [body['code'], body['message']];
    const rows = () => mailed.app.deps.db.read.selectFrom('newsletters').selectAll().execute();

    test('a draft is saved, changed and deleted, and the audit log says by whom', async () => {
      const id = await save();
      mailed.app.clock.advance(1000);
      const changed = { subject: 'Summer news', text: '# Hello', version: 1 };
      expect(await post(`${path}/${id}`, changed, colleague)).toEqual({ status: 200, body: { id, version: 2 } });
      expect((await get(`${path}/${id}`)).json()).toMatchObject({
        subject: 'Summer news',
        text: '# Hello',
        version: 2,
        status: 'draft',
        updatedBy: 'owner',
      });
      mailed.app.clock.advance(1000);
      expect((await post(`${path}/${id}/delete`, { reason: 'Not needed' })).status).toBe(200);
      expect((await get(`${path}/${id}`)).statusCode).toBe(404);
      expect((await post(`${path}/${id}/delete`, { reason: 'Not needed' })).status).toBe(404);
      const entries = await loggedActions(mailed.app);
      expect(entries.map(({ actor_name: actor, action }) => [actor, action])).toEqual([
        ['content', 'newsletter_created'],
        ['owner', 'newsletter_saved'],
        ['content', 'newsletter_deleted'],
      ]);
      expect(entries[1]).toMatchObject({ before: draftText, after: { subject: 'Summer news', text: '# Hello' } });
    });

    test('when two authors save, the second is refused, and nothing is lost', async () => {
      const id = await save();
      await post(`${path}/${id}`, { subject: 'First', text: 'First', version: 1 }, colleague);
      const second = await post(`${path}/${id}`, { subject: 'Second', text: 'Second', version: 1 });
      expect([second.status, ...refusalOf(second)]).toEqual([409, 'version_outdated', newslettersSentences.outdated]);
      expect(await rows()).toMatchObject([{ subject: 'First', version: 2, updated_by: 'owner' }]);
      expect((await post(`${path}/${id}`, { subject: 'Second', text: 'Second', version: 2 })).status).toBe(200);
    });

    test('when two authors save at the same moment, one is refused', async () => {
      const id = await save();
      const responses = await Promise.all(
        [author, colleague].map((who) => post(`${path}/${id}`, { ...draftText, version: 1 }, who)),
      );
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(responses.filter(({ status }) => status === 409)).toHaveLength(1);
      expect(await rows()).toMatchObject([{ version: 2 }]);
    });

    test.each([
      [{ subject: ' ' }, newslettersSentences.subjectMissing],
      [{ subject: 'x'.repeat(151) }, newslettersSentences.subjectLong],
      [{ text: '\n ' }, newslettersSentences.textMissing],
      [{ text: 'x'.repeat(20_001) }, newslettersSentences.textLong],
      [{ text: '<script>alert(1)</script>' }, markdownSentences.html],
      [{ text: '[now](javascript:alert(1))' }, markdownSentences.link],
      [{ text: '![x](https://example.org/x.svg)' }, markdownSentences.image],
    ])('%j is refused with a sentence, and nothing is stored', async (change, sentence) => {
      const response = await post(path, { ...draftText, ...change });
      expect([response.status, ...refusalOf(response)]).toEqual([400, 'invalid_request', sentence]);
      expect(await rows()).toEqual([]);
      const id = await save();
      expect((await post(`${path}/${id}`, { ...draftText, ...change, version: 1 })).body['message']).toBe(sentence);
      expect(await rows()).toMatchObject([{ version: 1, body: draftText.text }]);
    });

    test('a sent newsletter is neither changed nor deleted', async () => {
      const id = await save();
      await mailed.app.deps.db.write.updateTable('newsletters').set({ status: 'sent' }).execute();
      const before = await rows();
      for (const response of [
        await post(`${path}/${id}`, { ...draftText, version: 1 }),
        await post(`${path}/${id}/delete`, { reason: 'Not needed' }),
      ])
        expect([response.status, ...refusalOf(response)]).toEqual([
          409,
          'newsletter_sent',
          newslettersSentences.alreadySent,
        ]);
      expect(await rows()).toEqual(before);
    });

    test('the preview shows the email, in a frame that cannot run scripts', async () => {
      const id = await save();
      await post('/api/admin/postal-address', { address: '1 Main Street\nToronto', version: 0, reason: 'Moved' });
      const html = await get(`${path}/${id}/preview.html`);
      expect(html.body).toContain('Thank you for <strong>every</strong> snack.');
      expect(html.body).toContain('1 Main Street\nToronto');
      expect(html.headers['content-security-policy']).toMatch(/^default-src 'none';.*; sandbox allow-popups/);
      const { subject, text } = (await get(`${path}/${id}/preview`)).json<{ subject: string; text: string }>();
      expect(subject).toBe(draftText.subject);
      expect(text).toContain('Thank you for every snack.');
      expect(text).toContain('1 Main Street\nToronto');
    });

    test('a test email goes only to the person who requests it, and is sent once however often it is requested in a minute', async () => {
      const id = await save();
      const response = await post(`${path}/${id}/test`, {});
      expect(response).toEqual({ status: 200, body: { email: author.user.email } });
      await post(`${path}/${id}/test`, {});
      const [mail, ...others] = await mailed.deliverMails();
      expect(others).toEqual([]);
      expect(mail?.to).toEqual([author.user.email]);
      expect(mail?.headers.get('subject')).toBe(`Test: ${draftText.subject}`);
      expect(mail?.part('text/plain')).toContain('Thank you for every snack.');
      mailed.app.clock.advance(60_000);
      await post(`${path}/${id}/test`, {});
      expect(await mailed.deliverMails()).toHaveLength(1);
    });

    test('when two people set the postal address, the second is refused', async () => {
      const address = (text: string, version: number) =>
        post('/api/admin/postal-address', { address: text, version, reason: 'Moved' });
      expect((await address('First street', 0)).status).toBe(200);
      expect(refusalOf(await address('Second street', 0))).toEqual(['version_outdated', newslettersSentences.outdated]);
      expect((await address('Second street', 1)).status).toBe(200);
      expect((await get(path)).json()).toMatchObject({ postalAddress: 'Second street', addressVersion: 2 });
    });
  });

  test('without a mail server a test email is refused with a sentence', async () => {
    const mailed = await startMailedApp(engine, renderMail, { mail: undefined });
    const { cookie } = await signInStaff(mailed.app, 'content');
    const { id } = (await call(mailed.app, { method: 'POST', url: path, cookie, body: draftText })).json<{
      id: string;
    }>();
    const response = await call(mailed.app, { method: 'POST', url: `${path}/${id}/test`, cookie, body: {} });
    expect([response.statusCode, response.json()]).toMatchObject([409, { message: newslettersSentences.noMailServer }]);
    await mailed.close();
  });
});
