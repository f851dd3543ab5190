import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createEncryption } from '#server/secrets/encryption.ts';
import { call, mailedToken } from '#test/support/accounts/account-calls.ts';
import { cookieOf, donorPassword, register, registration, signIn } from '#test/support/accounts/signed-in.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { builtMails } from '#test/support/mail/built-mails.ts';
import { startMailedApp, type MailedApp } from '#test/support/mail/mailed-app.ts';
import { encryptWaitingTokens } from './encrypt-waiting-tokens.ts';
import { decryptToken, encryptToken } from './link-token.ts';

const renderMail = builtMails();
const minuteMs = 60_000;

forEachDatabase((engine) => {
  describe('the token of a link that waits for its email', () => {
    let mailed: MailedApp;
    const start = async (): Promise<void> => {
      mailed = await startMailedApp(engine, renderMail);
    };
    beforeEach(start);
    afterEach(() => mailed.close());

    const post = (url: string, body: object) => call(mailed.app, { method: 'POST', url, body });
    const jobs = () => mailed.app.deps.db.read.selectFrom('outbox').selectAll().orderBy('kind').execute();
    const payloads = async (): Promise<string[]> => (await jobs()).map(({ payload }) => payload);
    const store = (payload: string) => mailed.app.deps.db.write.updateTable('outbox').set({ payload }).execute();
    const otherKey = () => createEncryption([Buffer.alloc(32, 9)], mailed.app.deps.random);
    /** The link's token in the newest email. */
    const receivedToken = async (): Promise<string> => {
      const [mail] = await mailed.deliverMails();
      return /#([\w-]{43})/.exec(mail?.part('text/plain') ?? '')?.[1] ?? 'no email';
    };
    /** A waiting password link of a donor, and nothing else. */
    const requestLink = async (): Promise<string> => {
      await signIn(mailed.app, { username: 'ana', email: 'ana@example.org' });
      await mailed.app.deps.db.write.deleteFrom('outbox').execute();
      await post('/api/password-link', { email: 'ana@example.org' });
      return mailedToken(mailed.app, 'reset_password');
    };
    const reset = async (token: string): Promise<number> =>
      (await post('/api/password-reset', { token, password: 'battery staple' })).statusCode;

    test('is encrypted in the outbox, and works after it arrives', async () => {
      await requestLink();
      const [payload = ''] = await payloads();
      const token = await receivedToken();
      expect(Object.keys(JSON.parse(payload) as object)).toEqual(['encryptedToken']);
      expect(payload).not.toContain(token);
      expect(await reset(token)).toBe(200);
    });

    test('is encrypted for every kind of link', async () => {
      const ana = registration({ username: 'ana', email: 'ana@example.org' });
      const cookie = cookieOf(await register(mailed.app, ana));
      const change = { email: 'ana@example.net', password: donorPassword };
      await call(mailed.app, { method: 'POST', url: '/api/account/email', cookie, body: change });
      await post('/api/password-link', { email: 'ana@example.org' });
      await post('/api/subscribe', { email: 'bob@example.org' });
      const waiting = await jobs();
      expect(waiting.map(({ kind }) => kind)).toEqual([
        'change_email',
        'confirm_email',
        'newsletter_confirmation',
        'reset_password',
      ]);
      for (const { payload } of waiting) {
        expect(payload).not.toContain(decryptToken(mailed.app.deps, payload));
        expect(payload).not.toContain('"token"');
      }
      await mailed.deliverMails();
      expect(mailed.smtp.received).toHaveLength(4);
    });

    test('that an earlier release enqueued is still sent', async () => {
      const token = await requestLink();
      await store(JSON.stringify({ token }));
      expect(await receivedToken()).toBe(token);
    });

    test.each(['waiting', 'held', 'dead', 'discarded'] as const)(
      'that an earlier release enqueued and that is %s is encrypted once, at the start',
      async (status) => {
        const token = await requestLink();
        await store(JSON.stringify({ subscriberId: 'sub_1', token }));
        await mailed.app.deps.db.write.updateTable('outbox').set({ status }).execute();
        await Promise.all([1, 2, 3].map(() => encryptWaitingTokens(mailed.app.deps)));
        const stored = await payloads();
        expect(JSON.stringify(stored)).not.toContain(token);
        expect(stored.map((payload) => JSON.parse(payload) as object)).toEqual([
          { subscriberId: 'sub_1', encryptedToken: expect.any(String) },
        ]);
        await encryptWaitingTokens(mailed.app.deps);
        expect(await payloads()).toEqual(stored);
        await mailed.app.deps.db.write.updateTable('outbox').set({ status: 'waiting' }).execute();
        expect(await receivedToken()).toBe(token);
      },
    );

    test('is encrypted with the current key at the start', async () => {
      const token = await requestLink();
      const former = Buffer.alloc(32, 9);
      await store(JSON.stringify(encryptToken({ encryption: otherKey() }, token)));
      const encryption = createEncryption([Buffer.alloc(32, 1), former], mailed.app.deps.random);
      await encryptWaitingTokens({ ...mailed.app.deps, encryption });
      expect(await receivedToken()).toBe(token);
    });

    test('whose key is missing waits for a server that has it, and the log says why', async () => {
      const token = await requestLink();
      const unreadable = JSON.stringify(encryptToken({ encryption: otherKey() }, token));
      await store(unreadable);
      await encryptWaitingTokens(mailed.app.deps);
      expect(await mailed.deliverMails()).toEqual([]);
      expect(await jobs()).toMatchObject([{ status: 'waiting', attempts: 1, payload: unreadable }]);
      expect(mailed.app.logged).toContainEqual(
        expect.objectContaining({
          msg: 'outbox job failed; will retry',
          lastError: 'the link of this email cannot be read: its key is missing',
        }),
      );
      mailed.app.clock.advance(minuteMs);
      await store(JSON.stringify(encryptToken(mailed.app.deps, token)));
      expect(await receivedToken()).toBe(token);
    });

    test('whose key is missing does not hide the other emails at /dev/mail', async () => {
      const token = await requestLink();
      await store(JSON.stringify(encryptToken({ encryption: otherKey() }, token)));
      await post('/api/password-link', { email: 'ana@example.org' });
      const { statusCode, body } = await mailed.app.server.inject({ url: '/dev/mail' });
      expect(statusCode).toBe(200);
      expect(body.match(/href="\/dev\/mail\/out_/g)).toHaveLength(1);
    });
  });
});
