import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inTransaction } from '#server/db/in-transaction.ts';
import { newId } from '#server/ids.ts';
import type { StaffMember } from '#server/staff/index.ts';
import { insertDelivery } from '#server/webhooks/delivery/insert-delivery.ts';
import { redeliver } from '#server/webhooks/delivery/redeliver.ts';
import { addEndpoint } from '#server/webhooks/endpoints/add-endpoint.ts';
import { pauseEndpoint, removeEndpoint } from '#server/webhooks/endpoints/change-endpoint.ts';
import { memberOf } from '../support/accounts/staff.ts';
import type { TestApp } from '../support/app/start-app.ts';
import { deliver, openIntent, paidMessage } from '../support/payments/open-intent.ts';
import { startReceiver, type Receiver } from '../support/webhooks/receiver.ts';
import { deliveriesTo, sendWebhooks } from '../support/webhooks/send-webhooks.ts';
import { insertWebhook, webhookBody } from '../support/webhooks/webhooks.ts';
import { startTwoApps, type TwoApps } from './two-apps.ts';

const rounds = 8;

describe('webhooks at two servers on one PostgreSQL at the same time', () => {
  let apps: TwoApps;
  let receiver: Receiver;
  let endpointId: string;
  let actor: StaffMember;

  beforeAll(async () => {
    apps = await startTwoApps();
    actor = await memberOf(apps.first.deps, 'usr_owner', 'owner');
  });
  afterAll(() => apps.close());
  beforeEach(async () => {
    receiver = await startReceiver();
    endpointId = await insertWebhook(apps.first, { url: receiver.url });
    await apps.second.deps.wantedEvents.refresh(apps.second.deps.db.read);
  });
  afterEach(async () => {
    await apps.first.deps.db.write.deleteFrom('webhook_endpoints').execute();
    await receiver.close();
  });

  const both = (): readonly TestApp[] => [apps.first, apps.second];
  const sendAtBoth = () => Promise.all(both().map((app) => sendWebhooks(app)));

  test('an event is sent once when both servers get the message about it', async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const intent = await openIntent(apps.first);
      await Promise.all(both().map((app) => deliver(app, paidMessage(intent))));
      await sendAtBoth();
      expect(receiver.received).toHaveLength(round);
    }
  });

  test('a delivery that two people send again while it is attempted ends as delivered, with every attempt counted', async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const event = {
        event: 'payout.paid',
        eventId: newId('evt', apps.first.deps.random),
        body: '{}',
        isByHand: false,
      };
      await inTransaction(apps.first.deps.db, (tx) => insertDelivery(apps.first.deps, tx, { endpointId, ...event }));
      const find = async () =>
        (await deliveriesTo(apps.first, endpointId)).find((one) => one.eventId === event.eventId);
      const delivery = await find();
      const change = { actor, deliveryId: delivery?.id ?? '', reason: 'Lost there' };
      await Promise.all([sendAtBoth(), ...both().map(({ deps }) => redeliver(deps, change))]);
      await sendAtBoth();
      const found = await find();
      const received = receiver.received.filter(({ headers }) => headers['webhook-id'] === event.eventId);
      expect(found).toMatchObject({ status: 'delivered', nextAttemptAt: null });
      expect(found?.attempts.map(({ number }) => number)).toEqual(
        Array.from(received, (_each, index) => received.length - index),
      );
    }
  });

  test('if two people pause or remove an endpoint, one of them succeeds', async () => {
    const change = { actor, id: endpointId, reason: 'Asked for it' };
    const paused = await Promise.all(both().map(({ deps }) => pauseEndpoint(deps, change)));
    expect(paused.map(({ code }) => code).toSorted()).toEqual(['changed', 'nothing_changed']);
    const removed = await Promise.all(both().map(({ deps }) => removeEndpoint(deps, change)));
    expect(removed.map(({ code }) => code).toSorted()).toEqual(['not_found', 'removed']);
  });

  test('additions at the same time cannot exceed 20 endpoints', async () => {
    for (let count = 1; count < 19; count += 1) await insertWebhook(apps.first);
    const added = await Promise.all([...both(), ...both()].map(({ deps }) => addEndpoint(deps, actor, webhookBody())));
    expect(added.map(({ code }) => code).toSorted()).toEqual([
      'added',
      ...Array.from({ length: 3 }, () => 'too_many_webhooks'),
    ]);
  });
});
