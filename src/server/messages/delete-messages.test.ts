import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ContactMessage } from '#contract/contact.ts';
import { detailsHeader } from '#contract/endpoint.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import { signIn, signInAdmin, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { deleteNetworkMessages } from './delete-messages.ts';
import { forgetNetworks, hashNetwork } from './sender-network.ts';

const written = { name: 'Noor', email: 'noor@example.org', subject: '', message: 'Where does it go?' };
const unknownMessage = { status: 404, body: refusal('not_found', 'This message does not exist.') };
const unknownNetwork = { status: 404, body: refusal('not_found', 'There are no messages from this network.') };
const dayMs = 24 * 60 * 60 * 1000;

forEachDatabase((engine) => {
  describe('contact messages', () => {
    let app: TestApp;
    let admin: string;
    let donor: SignedIn;
    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCards() });
      admin = await signInAdmin(app);
      donor = await signIn(app);
    });
    afterAll(() => app.close());
    beforeEach(() => app.clock.advance(1000));
    afterEach(async () => {
      await app.deps.db.write.deleteFrom('contact_replies').execute();
      await app.deps.db.write.deleteFrom('contact_messages').execute();
      app.logged.length = 0;
    });

    const send = (subject: string, remoteAddress = '198.51.100.7') =>
      app.server.inject({
        method: 'POST',
        url: '/api/contact',
        headers: { origin: ownOrigin },
        payload: { ...written, subject },
        remoteAddress,
      });
    const remove = async (path: string, cookie: string | undefined = admin, reason = 'Spam') => {
      const url = `/api/admin/${path}/delete`;
      const response = await call(app, { method: 'POST', url, body: { reason }, ...(cookie ? { cookie } : {}) });
      return { status: response.statusCode, body: response.json<unknown>() };
    };
    const list = async (headers: Record<string, string> = {}) =>
      (await app.server.inject({ url: '/api/admin/messages', headers: { cookie: admin, ...headers } })).json<
        ContactMessage[]
      >();
    const subjects = async () => (await list()).map(({ subject }) => subject);
    const networkOfFirst = async () => (await list({ [detailsHeader]: '1' }))[0]!.network;

    const networks = async () =>
      (await app.deps.db.read.selectFrom('contact_messages').select('network').execute()).map(({ network }) => network);

    test('a message is deleted once, with the replies to it; the second time it is unknown', async () => {
      await send('stays');
      app.clock.advance(1000);
      await send('goes');
      const [{ id }] = (await list()) as [ContactMessage];
      const reply = { method: 'POST', url: `/api/admin/messages/${id}/reply`, cookie: admin } as const;
      expect((await call(app, { ...reply, body: { replyMessage: 'Here.' } })).statusCode).toBe(200);
      expect(await remove(`messages/${id}`)).toEqual({ status: 200, body: {} });
      expect(await remove(`messages/${id}`)).toEqual(unknownMessage);
      expect(await subjects()).toEqual(['stays']);
      expect(await app.deps.db.read.selectFrom('contact_replies').selectAll().execute()).toEqual([]);
      expect((await call(app, { ...reply, body: { replyMessage: 'Here.' } })).statusCode).toBe(404);
      expect(app.logged.filter(({ msg }) => msg === 'contact message deleted')).toMatchObject([
        { messageId: id, deletedBy: expect.stringMatching(/^usr_/) as string },
      ]);
    });

    test('all messages of one network are deleted together, and no others', async () => {
      for (let count = 0; count < 120; count += 1) await send('flood', '203.0.113.9');
      app.clock.advance(1000);
      await send('of another network');
      const flood = hashNetwork(app.deps.config, '203.0.113.9');
      expect(await remove(`message-networks/${flood}`)).toEqual({ status: 200, body: { deleted: 120 } });
      expect(await remove(`message-networks/${flood}`)).toEqual(unknownNetwork);
      expect(await subjects()).toEqual(['of another network']);
      expect(app.logged.filter(({ msg }) => msg === 'contact messages of a network deleted')).toMatchObject([
        { network: flood, deleted: 120 },
      ]);
    });

    test('a message that its network sends during the deletion stays', async () => {
      await send('before');
      const startedAt = app.clock.now();
      app.clock.advance(1000);
      await send('during');
      const deps = { ...app.deps, clock: { now: () => startedAt } };
      const network = hashNetwork(app.deps.config, '198.51.100.7');
      const deleted = await deleteNetworkMessages(deps, 'system', network, 'Spam');
      expect([deleted, await subjects()]).toEqual([1, ['during']]);
    });

    test('are deleted only with a reason, and the audit log keeps the reason', async () => {
      await send('goes');
      const [{ id }] = (await list()) as [ContactMessage];
      for (const path of [`messages/${id}`, `message-networks/${await networkOfFirst()}`])
        expect((await remove(path, admin, ' ')).status).toBe(400);
      expect(await subjects()).toEqual(['goes']);
      await remove(`messages/${id}`, admin, 'Advertising');
      expect(await loggedActions(app)).toContainEqual(
        expect.objectContaining({ action: 'message_deleted', subject: `message ${id}`, reason: 'Advertising' }),
      );
    });

    test('cannot be deleted by visitors and donors', async () => {
      await send('stays');
      const [{ id }] = (await list()) as [ContactMessage];
      for (const path of [`messages/${id}`, `message-networks/${await networkOfFirst()}`, 'messages/0']) {
        expect(await remove(path, '')).toMatchObject({ status: 401, body: { code: 'sign_in_required' } });
        expect(await remove(path, donor.cookie)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      }
      expect(await subjects()).toEqual(['stays']);
      expect(await remove('messages/don_0')).toEqual(unknownMessage);
    });

    test('show the network of their sender only to our own page', async () => {
      await send('first');
      expect(await networkOfFirst()).toBe(hashNetwork(app.deps.config, '198.51.100.7'));
      expect(Object.keys((await list())[0]!)).not.toContain('network');
      const stored = await app.deps.db.read.selectFrom('contact_messages').selectAll().execute();
      expect(JSON.stringify(stored)).not.toContain('198.51');
    });

    test('a reply and a deletion at the same time leave no reply without its message', async () => {
      for (let round = 0; round < 5; round += 1) {
        await send(`round ${round}`);
        const [{ id }] = (await list()) as [ContactMessage];
        const url = `/api/admin/messages/${id}`;
        const [reply, deletion] = await Promise.all([
          call(app, { method: 'POST', url: `${url}/reply`, cookie: admin, body: { replyMessage: 'Here.' } }),
          call(app, { method: 'POST', url: `${url}/delete`, cookie: admin, body: { reason: 'Spam' } }),
        ]);
        expect([200, 404]).toContain(reply.statusCode);
        expect(deletion.statusCode).toBe(200);
      }
      expect(await app.deps.db.read.selectFrom('contact_replies').selectAll().execute()).toEqual([]);
    });

    test('forget the network of their sender after 30 days', async () => {
      await send('old');
      app.clock.advance(30 * dayMs - 1);
      await forgetNetworks(app.deps);
      expect(await networks()).toEqual([hashNetwork(app.deps.config, '198.51.100.7')]);
      app.clock.advance(1);
      await forgetNetworks(app.deps);
      expect(await networks()).toEqual([null]);
    });
  });

  test('a network can send at most 500 messages a day, and its messages do not count for other networks', async () => {
    const app = await startApp(engine, { cards: stubCards(), environment: { RATE_LIMIT_FACTOR: '1' } });
    const send = async (remoteAddress: string) => {
      const request = {
        method: 'POST',
        url: '/api/contact',
        headers: { origin: ownOrigin },
        payload: written,
      } as const;
      return app.server.inject({ ...request, remoteAddress });
    };
    const sentAt = app.clock.now().toISOString();
    const network = hashNetwork(app.deps.config, '2001:db8:1:1::1');
    const rows = Array.from({ length: 499 }, (_, index) => ({
      id: `msg_${String(index).padStart(26, '0')}`,
      content: JSON.stringify(written),
      status: 'new' as const,
      sent_at: sentAt,
      read_at: null,
      network,
    }));
    await app.deps.db.write.insertInto('contact_messages').values(rows).execute();
    const last = await Promise.all([send('2001:db8:1:2::1'), send('2001:db8:1:3::1')]);
    expect(new Set(last.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]));
    const response = await send('2001:db8:1:4::1');
    expect({ status: response.statusCode, retryAfter: response.headers['retry-after'], body: response.json() }).toEqual(
      {
        status: 429,
        retryAfter: '3600',
        body: refusal(
          'too_many_requests',
          'We have received too many messages from your network today. Please try again later.',
        ),
      },
    );
    expect((await send('2001:db8:2:1::1')).statusCode).toBe(200);
    app.clock.advance(dayMs);
    expect((await send('2001:db8:1:4::1')).statusCode).toBe(200);
    await app.close();
  });
});
