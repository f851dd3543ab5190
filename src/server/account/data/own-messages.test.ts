import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { call } from '#test/support/accounts/account-calls.ts';
import { confirmAddressOf, signIn, signInAdmin } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { draftText, insertSubscribers, savedDraft } from '#test/support/newsletter/valid-newsletter-calls.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

forEachDatabase((engine) => {
  describe("a donor's download of all data", () => {
    let app: TestApp;

    beforeEach(async () => {
      app = await startApp(engine);
    });
    afterEach(() => app.close());

    test('has the messages sent with the confirmed address, with our replies', async () => {
      const ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
      const read = async () =>
        (await call(app, { method: 'GET', url: '/api/account/data.json', cookie: ana.cookie })).json<{
          messages: object[];
        }>().messages;
      const message = { name: 'Ana', email: 'ana@example.org', subject: 'A question', message: 'Is it safe?' };
      await call(app, { method: 'POST', url: '/api/contact', body: message });
      const { id } = await app.deps.db.read.selectFrom('contact_messages').select('id').executeTakeFirstOrThrow();
      const reply = {
        method: 'POST',
        url: `/api/admin/messages/${id}/reply`,
        body: { replyMessage: 'It is.' },
      } as const;
      expect((await call(app, { ...reply, cookie: await signInAdmin(app) })).statusCode).toBe(200);
      expect(await read()).toEqual([]);

      await confirmAddressOf(app, ana);
      const now = app.clock.now().toISOString();
      const replies = [{ message: 'It is.', repliedAt: now }];
      expect(await read()).toEqual([{ ...message, sentAt: now, replies }]);
    });

    test('has the newsletters that were sent to the confirmed address', async () => {
      const ana = await signIn(app, { username: 'ana', email: 'ana@example.org' });
      await confirmAddressOf(app, ana);
      const [own, other] = [await subscriber('ana@example.org'), await subscriber('bob@example.org')];
      const newsletters = [await savedDraft(app), await savedDraft(app, { ...draftText, subject: 'Summer news' })];
      const at = '2026-03-04T13:00:00.000Z';
      const rows = [
        { newsletter_id: newsletters[0]!, subscriber_id: own, status: 'sent' },
        { newsletter_id: newsletters[1]!, subscriber_id: own, status: 'bounced' },
        { newsletter_id: newsletters[1]!, subscriber_id: other, status: 'sent' },
      ] as const;
      await app.deps.db.write
        .insertInto('newsletter_recipients')
        .values(rows.map((row) => ({ ...row, decided_at: at, unsubscribed_at: null })))
        .execute();
      const file = await call(app, { method: 'GET', url: '/api/account/data.json', cookie: ana.cookie });
      expect(file.json<{ newsletter: object[] }>().newsletter).toMatchObject([
        { email: 'ana@example.org', received: [{ subject: 'Spring news', sentAt: at }] },
      ]);
    });

    const subscriber = async (email: string): Promise<string> =>
      (await insertSubscribers(app.deps, 1, () => email))[0]!.id;
  });
});
