import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { WebhookEndpoint } from '#contract/admin/webhooks.ts';
import { createEncryption } from '#server/secrets/encryption.ts';
import { systemRandom } from '#server/ids.ts';
import { createWebhookTransport } from '#server/webhooks/index.ts';
import { call, statusAndBody } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { startReceiver, type Receiver } from '#test/support/webhooks/receiver.ts';
import { deliveriesTo, isSignedWith, sendWebhooks } from '#test/support/webhooks/send-webhooks.ts';
import { insertEndpointDelivery, insertWebhook, webhookBody } from '#test/support/webhooks/webhooks.ts';
import { encryptWebhookSecrets, readSecrets } from './secrets.ts';

const hourMs = 60 * 60 * 1000;
const reason = { reason: 'Asked for it' };

forEachDatabase((engine) => {
  describe('a webhook endpoint', () => {
    let app: TestApp;
    let owner: SignedIn;
    let receiver: Receiver;

    beforeEach(async () => {
      app = await startApp(engine);
      owner = await signInStaff(app, 'owner');
      receiver = await startReceiver();
    });
    afterEach(async () => {
      await app.close();
      await receiver.close();
    });

    const post = (path: string, body: object) =>
      call(app, { method: 'POST', url: `/api/admin/${path}`, cookie: owner.cookie, body });
    const add = async (changes: Parameters<typeof webhookBody>[0] = {}): Promise<{ id: string; secret: string }> =>
      (await post('webhooks', webhookBody({ url: receiver.url, ...changes }))).json();
    const list = async (): Promise<WebhookEndpoint[]> =>
      (await call(app, { method: 'GET', url: '/api/admin/webhooks', cookie: owner.cookie })).json();
    const row = () => app.deps.db.read.selectFrom('webhook_endpoints').selectAll().executeTakeFirstOrThrow();
    const actions = async () =>
      (await loggedActions(app)).filter(({ subject }) => subject.startsWith('webhook ')).map(({ action }) => action);

    test('is added with a secret that is shown once and stored encrypted', async () => {
      const { id, secret } = await add({ events: ['payout.paid', 'donation.settled'] });
      expect(await list()).toEqual([
        {
          id,
          url: receiver.url,
          description: 'The data warehouse',
          events: ['donation.settled', 'payout.paid'],
          status: 'active',
          createdAt: app.clock.now().toISOString(),
          failingSince: null,
          formerSecretUntil: null,
        },
      ]);
      const stored = await row();
      expect(JSON.stringify(stored)).not.toContain(secret.replace('whsec_', ''));
      expect(readSecrets(app.deps, { ...stored, endpoint_id: id })).toEqual([secret]);
      expect(readSecrets(app.deps, { ...stored, endpoint_id: 'whk_other' })).toEqual([]);
      expect(app.deps.wantedEvents.has('payout.paid')).toBe(true);
    });

    test('is not added at, or moved to, an address that is not on the public internet, and nothing is stored', async () => {
      const time = { now: () => new Date(), limit: () => AbortSignal.timeout(60_000) };
      const addressesOf: Readonly<Record<string, string[]>> = { 'private.example': ['10.0.0.1'], 'none.example': [] };
      const resolve = async (host: string): Promise<string[]> => addressesOf[host] ?? [host];
      const strict = await startApp(engine, {
        webhooks: createWebhookTransport({ isSandbox: false, time, resolve }),
      });
      const { cookie } = await signInStaff(strict, 'owner');
      const existing = await insertWebhook(strict, { url: 'https://8.8.8.8/' });
      const refused = async (url: string) => {
        const response = await call(strict, {
          method: 'POST',
          url: '/api/admin/webhooks',
          cookie,
          body: webhookBody({ url }),
        });
        expect([response.statusCode, response.json<{ code: string }>().code]).toEqual([400, 'webhook_address_refused']);
        const moved = await call(strict, {
          method: 'POST',
          url: `/api/admin/webhooks/${existing}`,
          cookie,
          body: webhookBody({ url }),
        });
        expect(statusAndBody(moved)).toEqual(statusAndBody(response));
        return response.json<{ error: string }>().error;
      };
      const invalid = 'Please enter an address that begins with https://, without a user name, password or #.';
      expect(await refused('http://8.8.8.8/')).toBe(invalid);
      expect(await refused('https://me:secret@8.8.8.8/')).toBe(invalid);
      expect(await refused('not an address')).toBe(invalid);
      expect(await refused('https://none.example/')).toBe('There is no such host. Please check the address.');
      for (const host of ['private.example', '127.0.0.1', '[::1]', '169.254.169.254', '0x7f.1'])
        expect(await refused(`https://${host}/`)).toMatch(/^This address is not reachable from the public internet/);
      expect(await strict.deps.db.read.selectFrom('webhook_endpoints').select('url').execute()).toEqual([
        { url: 'https://8.8.8.8/' },
      ]);
      await strict.close();
    });

    test('is moved to another address, keeps its secret, and has not failed there yet', async () => {
      const { id, secret } = await add({ url: 'http://127.0.0.1:9/old' });
      await app.deps.db.write
        .updateTable('webhook_endpoints')
        .set({ failing_since: '2026-03-01T00:00:00.000Z', resting_until: '2027-01-01T00:00:00.000Z' })
        .execute();
      const body = webhookBody({ url: receiver.url, description: 'The new one', events: ['payout.paid'], ...reason });
      for (let time = 0; time < 2; time += 1) expect((await post(`webhooks/${id}`, body)).statusCode).toBe(200);
      expect(await list()).toMatchObject([
        { url: receiver.url, description: 'The new one', events: ['payout.paid'], failingSince: null },
      ]);
      expect([app.deps.wantedEvents.has('payout.paid'), app.deps.wantedEvents.has('donation.settled')]).toEqual([
        true,
        false,
      ]);
      await post(`webhooks/${id}/test`, reason);
      await sendWebhooks(app);
      expect(receiver.received.map((message) => isSignedWith(secret, message))).toEqual([true]);
      const logged = await app.deps.db.read
        .selectFrom('audit_log')
        .select(['before', 'after', 'reason'])
        .where('action', '=', 'webhook_changed')
        .execute();
      const { host } = new URL(receiver.url);
      expect(
        logged.map(({ before, after }) => [before, after].map((json) => JSON.parse(json ?? '') as unknown)),
      ).toEqual([
        [
          { host: '127.0.0.1:9', description: 'The data warehouse', events: ['donation.settled'] },
          { host, description: 'The new one', events: ['payout.paid'], isAddressNew: true },
        ],
      ]);
      expect(JSON.stringify(logged)).not.toContain('/old');
      expect(statusAndBody(await post('webhooks/whk_unknown', body))).toEqual({
        status: 404,
        body: refusal('not_found', 'This endpoint no longer exists.'),
      });
    });

    test('that rests continues to rest when only its description is changed', async () => {
      const { id } = await add();
      const failing = { failing_since: '2026-03-01T00:00:00.000Z', resting_until: '2027-01-01T00:00:00.000Z' };
      await app.deps.db.write
        .updateTable('webhook_endpoints')
        .set({ ...failing, status: 'off' })
        .execute();
      await post(`webhooks/${id}`, webhookBody({ url: receiver.url, description: 'Renamed' }));
      expect(await row()).toMatchObject({ ...failing, status: 'off', description: 'Renamed' });
    });

    test.each([
      { url: '' },
      { url: `https://hooks.example/${'x'.repeat(2000)}` },
      { events: [] },
      { events: ['donation.unknown'] },
      { description: 'x'.repeat(201) },
      { reason: ' ' },
    ])('is not added with %j', async (changes) => {
      for (const path of ['webhooks', 'webhooks/whk_1'])
        expect((await post(path, { ...webhookBody(), ...changes })).statusCode).toBe(400);
      expect(await list()).toEqual([]);
    });

    test('is one of at most 20', async () => {
      for (let count = 0; count < 20; count += 1) await add();
      const more = await post('webhooks', webhookBody());
      expect([more.statusCode, more.json<{ code: string }>().code]).toEqual([409, 'too_many_webhooks']);
      expect(await list()).toHaveLength(20);
    });

    test('gets messages that are also signed with its former secret for 24 hours after it got a new one', async () => {
      const { id, secret: old } = await add();
      const { secret } = (await post(`webhooks/${id}/rotate`, reason)).json<{ secret: string }>();
      const signatures = async () => {
        await post(`webhooks/${id}/test`, reason);
        await sendWebhooks(app);
        const last = receiver.received.at(-1);
        if (!last) throw new Error('nothing was received');
        return [isSignedWith(secret, last), isSignedWith(old, last)];
      };
      expect(await signatures()).toEqual([true, true]);
      expect((await list())[0]?.formerSecretUntil).toBe(
        new Date(app.clock.now().getTime() + 24 * hourMs).toISOString(),
      );
      app.clock.advance(24 * hourMs);
      expect(await signatures()).toEqual([true, false]);
      expect((await list())[0]?.formerSecretUntil).toBeNull();
    });

    test('is paused and resumed, each once', async () => {
      const { id } = await add();
      const repeated = { status: 409, body: refusal('nothing_changed', 'Someone has already done this.') };
      expect((await post(`webhooks/${id}/pause`, reason)).statusCode).toBe(200);
      expect(app.deps.wantedEvents.has('donation.settled')).toBe(false);
      expect(statusAndBody(await post(`webhooks/${id}/pause`, reason))).toEqual(repeated);
      expect(await list()).toMatchObject([{ status: 'paused' }]);
      expect((await post(`webhooks/${id}/resume`, reason)).statusCode).toBe(200);
      expect(app.deps.wantedEvents.has('donation.settled')).toBe(true);
      expect(statusAndBody(await post(`webhooks/${id}/resume`, reason))).toEqual(repeated);
      expect((await actions()).toSorted()).toEqual(['webhook_added', 'webhook_paused', 'webhook_resumed']);
    });

    test('that was switched off works again when it is resumed', async () => {
      const { id } = await add();
      await app.deps.db.write
        .updateTable('webhook_endpoints')
        .set({ status: 'off', failing_since: '2026-03-01T00:00:00.000Z', resting_until: '2027-01-01T00:00:00.000Z' })
        .execute();
      expect((await post(`webhooks/${id}/pause`, reason)).statusCode).toBe(409);
      expect((await post(`webhooks/${id}/resume`, reason)).statusCode).toBe(200);
      expect(await row()).toMatchObject({ status: 'active', failing_since: null, resting_until: null });
    });

    test('is removed with its deliveries, once', async () => {
      const deliveryId = await insertEndpointDelivery(app);
      const [endpoint] = await list();
      const id = endpoint?.id ?? '';
      expect((await post(`webhooks/${id}/remove`, reason)).statusCode).toBe(200);
      expect(await app.deps.db.read.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([]);
      const unknown = { status: 404, body: refusal('not_found', 'This endpoint no longer exists.') };
      for (const action of ['remove', 'pause', 'resume', 'rotate', 'test'])
        expect(statusAndBody(await post(`webhooks/${id}/${action}`, reason))).toEqual(unknown);
      expect(statusAndBody(await post(`webhook-deliveries/${deliveryId}/redeliver`, reason))).toEqual({
        status: 404,
        body: refusal('not_found', 'This delivery no longer exists.'),
      });
      const deliveries = await call(app, {
        method: 'GET',
        url: `/api/admin/webhooks/${id}/deliveries`,
        cookie: owner.cookie,
      });
      expect(statusAndBody(deliveries)).toEqual(unknown);
    });

    test('is tested with an event that is sent once, even while it is paused', async () => {
      const { id } = await add();
      await post(`webhooks/${id}/pause`, reason);
      receiver.respondWith((response) => response.writeHead(500).end());
      await post(`webhooks/${id}/test`, reason);
      await sendWebhooks(app);
      app.clock.advance(48 * hourMs);
      await sendWebhooks(app);
      expect(receiver.received.map(({ body }) => JSON.parse(body) as object)).toMatchObject([
        { type: 'webhook.test', data: { endpointId: id } },
      ]);
      expect(await deliveriesTo(app, id)).toMatchObject([{ status: 'failed', attempts: [{ statusCode: 500 }] }]);
      expect(await list()).toMatchObject([{ status: 'paused', failingSince: null }]);
    });

    test('shows its deliveries in pages, newest first', async () => {
      const { id } = await add();
      for (let count = 0; count < 51; count += 1) {
        app.clock.advance(1000);
        await post(`webhooks/${id}/test`, reason);
      }
      const url = `/api/admin/webhooks/${id}/deliveries`;
      const first = await call(app, { method: 'GET', url, cookie: owner.cookie });
      const cursor = String(first.headers['x-next-cursor']);
      const second = await call(app, { method: 'GET', url: `${url}?cursor=${cursor}`, cookie: owner.cookie });
      const times = [...first.json<{ createdAt: string }[]>(), ...second.json<{ createdAt: string }[]>()];
      expect([first.json<object[]>().length, times.length]).toEqual([50, 51]);
      const created = times.map(({ createdAt }) => createdAt);
      expect(created).toEqual(created.toSorted().toReversed());
      const wrong = await call(app, { method: 'GET', url: `${url}?cursor=nonsense`, cookie: owner.cookie });
      expect(wrong.statusCode).toBe(400);
    });

    test('keeps its secrets when the secret key is replaced', async () => {
      const { id, secret: old } = await add();
      const { secret } = (await post(`webhooks/${id}/rotate`, reason)).json<{ secret: string }>();
      const keys = [Buffer.alloc(32, 2), Buffer.alloc(32, 1)] as const;
      const both = createEncryption([keys[0], keys[1]], systemRandom());
      await encryptWebhookSecrets({ ...app.deps, encryption: both });
      const onlyNew = { ...app.deps, encryption: createEncryption([keys[0]], systemRandom()) };
      expect(readSecrets(onlyNew, { ...(await row()), endpoint_id: id })).toEqual([secret, old]);
      const stored = await row();
      await encryptWebhookSecrets(onlyNew);
      expect(await row()).toEqual(stored);
    });

    test('whose secret cannot be read is counted in the log', async () => {
      await add();
      const encryption = createEncryption([Buffer.alloc(32, 3)], systemRandom());
      await encryptWebhookSecrets({ ...app.deps, encryption });
      expect(app.logged.at(-1)).toMatchObject({
        unreadable: 1,
        msg: 'webhook secrets cannot be read, because their key is missing; needs review',
      });
    });
  });
});
