import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { alertStaff } from '#server/admin/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { memberOf } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { startReceiver, type Receiver } from '#test/support/webhooks/receiver.ts';
import { deliveriesTo, sendWebhooks } from '#test/support/webhooks/send-webhooks.ts';
import { insertWebhook } from '#test/support/webhooks/webhooks.ts';
import { webhookJobs } from '../index.ts';
import { insertDelivery } from './insert-delivery.ts';
import { redeliver } from './redeliver.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

forEachDatabase((engine) => {
  describe('a delivery', () => {
    let app: TestApp;
    let receiver: Receiver;
    let endpointId: string;

    beforeEach(async () => {
      receiver = await startReceiver();
      app = await startApp(engine);
      endpointId = await insertWebhook(app, { url: receiver.url });
    });
    afterEach(async () => {
      await app.close();
      await receiver.close();
    });

    const happen = async (eventId = newId('evt', app.deps.random), to = endpointId): Promise<string> => {
      const event = { event: 'payout.paid', eventId, body: `{"id":"${eventId}"}`, isByHand: false };
      await inTransaction(app.deps.db, (tx) => insertDelivery(app.deps, tx, { endpointId: to, ...event }));
      return eventId;
    };
    const failWith = (statusCode: number) =>
      receiver.respondWith((response) => response.writeHead(statusCode).end('no'));
    const work = () => receiver.respondWith((response) => response.end('yes'));
    const deliveries = () => deliveriesTo(app, endpointId);
    const only = async () => {
      const [delivery, ...others] = await deliveries();
      expect(others).toEqual([]);
      if (!delivery) throw new Error('there is no delivery');
      return delivery;
    };
    const endpoint = () =>
      app.deps.db.read.selectFrom('webhook_endpoints').selectAll().where('id', '=', endpointId).executeTakeFirst();
    const setEndpoint = (change: { status?: 'active' | 'paused' | 'off'; failing_since?: string }) =>
      app.deps.db.write.updateTable('webhook_endpoints').set(change).where('id', '=', endpointId).execute();
    const again = async (deliveryId: string) =>
      redeliver(app.deps, { actor: await memberOf(app.deps, 'usr_owner', 'owner'), deliveryId, reason: 'Lost there' });
    const offAlerts = async () => {
      await alertStaff(app.deps);
      return app.deps.db.read
        .selectFrom('alert_conditions')
        .select('condition_key')
        .where('condition_key', 'like', 'webhook:%')
        .execute();
    };

    test('is logged with the beginning of the response', async () => {
      receiver.respondWith((response) => response.writeHead(202).end(`\0${'é'.repeat(2000)}`));
      const eventId = await happen();
      await sendWebhooks(app);
      expect(await only()).toMatchObject({
        event: 'payout.paid',
        eventId,
        status: 'delivered',
        nextAttemptAt: null,
        attempts: [
          { number: 1, at: app.clock.now().toISOString(), statusCode: 202, problem: null, answer: 'é'.repeat(500) },
        ],
      });
    });

    test('is made once for each event', async () => {
      const eventId = await happen();
      await happen(eventId);
      await sendWebhooks(app);
      expect(receiver.received).toHaveLength(1);
    });

    test.each([300, 302, 400, 404, 429, 500, 503])('is tried again after %d', async (statusCode) => {
      failWith(statusCode);
      await happen();
      await sendWebhooks(app);
      expect(await only()).toMatchObject({
        status: 'waiting',
        nextAttemptAt: new Date(app.clock.now().getTime() + minuteMs).toISOString(),
        attempts: [{ statusCode }],
      });
      work();
      app.clock.advance(minuteMs);
      await sendWebhooks(app);
      expect(await only()).toMatchObject({ status: 'delivered', attempts: [{ number: 2 }, { number: 1 }] });
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect(ids[0]).toBe(ids[1]);
    });

    test('is tried again when no one responds', async () => {
      await receiver.close();
      await happen();
      await sendWebhooks(app);
      expect(await only()).toMatchObject({
        status: 'waiting',
        attempts: [{ statusCode: null, problem: 'The connection failed: ECONNREFUSED.', answer: null }],
      });
      receiver = await startReceiver();
    });

    test('is given up after three days, its endpoint is switched off, and staff are alerted', async () => {
      failWith(500);
      await happen();
      for (let hours = 0; hours < 80; hours += 1) {
        await sendWebhooks(app);
        app.clock.advance(hourMs);
      }
      const { status, attempts } = await only();
      expect([status, attempts.length]).toEqual(['failed', 10]);
      expect(await endpoint()).toMatchObject({ status: 'off' });
      expect(await offAlerts()).toHaveLength(1);
      expect(app.deps.wantedEvents.has('payout.paid')).toBe(false);
      const log = await app.deps.db.read
        .selectFrom('audit_log')
        .select(['action', 'actor_name'])
        .where('subject_id', '=', endpointId)
        .execute();
      expect(log).toEqual([{ action: 'webhook_switched_off', actor_name: 'system' }]);
    });

    test('switches its endpoint off immediately when the receiver is gone for good', async () => {
      failWith(410);
      await happen();
      await sendWebhooks(app);
      expect(await endpoint()).toMatchObject({ status: 'off' });
      expect(await offAlerts()).toHaveLength(1);
    });

    test('that succeeds ends the failure of its endpoint', async () => {
      failWith(500);
      await happen();
      await sendWebhooks(app);
      expect(await endpoint()).toMatchObject({ failing_since: app.clock.now().toISOString() });
      work();
      await happen();
      await sendWebhooks(app);
      expect(await endpoint()).toMatchObject({ failing_since: null, resting_until: null });
    });

    test('waits while its endpoint rests, without an attempt', async () => {
      failWith(500);
      await setEndpoint({ failing_since: new Date(app.clock.now().getTime() - 2 * hourMs).toISOString() });
      await happen();
      await sendWebhooks(app);
      expect(receiver.received).toHaveLength(1);
      work();
      await happen();
      await sendWebhooks(app);
      expect(receiver.received).toHaveLength(1);
      app.clock.advance(hourMs / 2);
      await sendWebhooks(app);
      expect((await deliveries()).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
      expect(receiver.received).toHaveLength(3);
    });

    test('to one endpoint does not wait for another that fails', async () => {
      const broken = await insertWebhook(app, { url: 'http://127.0.0.1:9/hook' });
      for (let count = 0; count < 12; count += 1) await happen(undefined, broken);
      await happen();
      await sendWebhooks(app);
      expect(await only()).toMatchObject({ status: 'delivered' });
    });

    test('is skipped while its endpoint is paused', async () => {
      await happen();
      await setEndpoint({ status: 'paused' });
      await sendWebhooks(app);
      expect(receiver.received).toEqual([]);
      expect(await only()).toMatchObject({ status: 'skipped', nextAttemptAt: null, attempts: [] });
    });

    test('is not made when its endpoint was removed', async () => {
      await happen();
      await app.deps.db.write.deleteFrom('webhook_endpoints').where('id', '=', endpointId).execute();
      await sendWebhooks(app);
      expect(receiver.received).toEqual([]);
    });

    test('of an endpoint that is removed during the attempt leaves nothing', async () => {
      await happen();
      const removed = {
        ...app.deps.webhooks,
        post: async () => {
          await app.deps.db.write.deleteFrom('webhook_endpoints').where('id', '=', endpointId).execute();
          return { code: 'responded', statusCode: 200, text: '' } as const;
        },
      };
      expect(await workOutbox({ ...app.deps, webhooks: removed }, webhookJobs)).toMatchObject({
        done: 1,
        postponed: 0,
      });
      expect(await app.deps.db.read.selectFrom('webhook_attempts').selectAll().execute()).toEqual([]);
    });

    test('is sent again with the same id after a crash before it was recorded', async () => {
      const eventId = await happen();
      const failing: Deps = {
        ...app.deps,
        webhooks: {
          ...app.deps.webhooks,
          post: async (url, message) => {
            await app.deps.webhooks.post(url, message);
            throw new Error('killed');
          },
        },
      };
      await workOutbox(failing, webhookJobs);
      app.clock.advance(minuteMs);
      await sendWebhooks(app);
      expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([eventId, eventId]);
      expect(await only()).toMatchObject({ status: 'delivered', attempts: [{ number: 1 }] });
    });

    test('whose secret cannot be read fails with a sentence', async () => {
      await app.deps.db.write.updateTable('webhook_endpoints').set({ secret: 'v1.00000000.AAAA' }).execute();
      await happen();
      await sendWebhooks(app);
      const [attempt] = (await only()).attempts;
      expect(attempt?.problem).toMatch(/^The secret cannot be read/);
      expect(receiver.received).toEqual([]);
    });

    test('that has arrived can be sent again by hand', async () => {
      await happen();
      await sendWebhooks(app);
      const { id } = await only();
      await again(id);
      await sendWebhooks(app);
      expect(receiver.received).toHaveLength(2);
      expect(receiver.received[0]?.body).toBe(receiver.received[1]?.body);
      expect(await only()).toMatchObject({
        status: 'delivered',
        nextAttemptAt: null,
        attempts: [{ number: 2 }, { number: 1 }],
      });
    });

    test('that has arrived stays delivered when sending it again by hand fails', async () => {
      await happen();
      await sendWebhooks(app);
      failWith(500);
      await again((await only()).id);
      await sendWebhooks(app);
      expect(await only()).toMatchObject({
        status: 'delivered',
        nextAttemptAt: null,
        attempts: [{ statusCode: 500 }, {}],
      });
      expect(await endpoint()).toMatchObject({ failing_since: null });
    });

    test('that waits is sent immediately by hand, and is tried again as planned', async () => {
      failWith(500);
      await happen();
      await sendWebhooks(app);
      await again((await only()).id);
      await sendWebhooks(app);
      expect(await only()).toMatchObject({
        status: 'waiting',
        nextAttemptAt: new Date(app.clock.now().getTime() + minuteMs).toISOString(),
        attempts: [{ number: 2 }, { number: 1 }],
      });
      work();
      app.clock.advance(minuteMs);
      await sendWebhooks(app);
      expect(receiver.received).toHaveLength(3); // the job that was planned first finds that it is outdated
      expect(await only()).toMatchObject({ status: 'delivered' });
    });

    test('can be sent by hand while its endpoint is off', async () => {
      await happen();
      await setEndpoint({ status: 'off' });
      await sendWebhooks(app);
      await again((await only()).id);
      await sendWebhooks(app);
      expect(receiver.received).toHaveLength(1);
    });
  });
});
