import type { WebhookRequest } from '#contract/admin/webhooks.ts';
import type { WebhookEndpointRow } from '#server/db/tables.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { newId } from '#server/ids.ts';
import { insertDelivery } from '#server/webhooks/delivery/insert-delivery.ts';
import { encryptSecret } from '#server/webhooks/endpoints/secrets.ts';
import type { TestApp } from '../app/start-app.ts';
import type { ValidCall } from '../calls/valid-call.ts';

/** Returns the body of an Owner's request to add or change an endpoint. */
export const webhookBody = (changes: Partial<WebhookRequest> = {}): WebhookRequest => ({
  url: 'http://127.0.0.1:9/hook',
  description: 'The data warehouse',
  events: ['donation.settled'],
  reason: 'For the yearly report',
  ...changes,
});

/** The secret of the endpoints that `insertWebhook` writes. */
export const endpointSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/** Inserts an endpoint, as if an Owner had added it. Returns its id. */
export async function insertWebhook(app: TestApp, changes: Partial<WebhookEndpointRow> = {}): Promise<string> {
  const { db, clock, random } = app.deps;
  const id = newId('whk', random);
  const now = clock.now().toISOString();
  await db.write
    .insertInto('webhook_endpoints')
    .values({
      id,
      url: 'http://127.0.0.1:9/hook',
      description: '',
      events: 'donation.settled donation.refunded plan.changed payout.paid',
      status: 'active',
      status_since: now,
      secret: encryptSecret(app.deps, id, endpointSecret),
      former_secret: null,
      former_secret_until: null,
      failing_since: null,
      resting_until: null,
      created_at: now,
      ...changes,
    })
    .execute();
  await app.deps.wantedEvents.refresh(db.read);
  return id;
}

/** Prepares a call about a new endpoint that subscribes to no events. */
export const forWebhook =
  (changes: Partial<WebhookEndpointRow> = {}): ValidCall =>
  async (app) => ({
    params: { id: await insertWebhook(app, { events: '', ...changes }) },
    body: { reason: 'Asked for it' },
  });

/** Inserts a delivery to a new endpoint. Returns its id. */
export async function insertEndpointDelivery(app: TestApp): Promise<string> {
  const endpointId = await insertWebhook(app, { events: '' });
  const event = { event: 'payout.paid', eventId: newId('evt', app.deps.random), body: '{}', isByHand: false };
  await inTransaction(app.deps.db, (tx) => insertDelivery(app.deps, tx, { endpointId, ...event }));
  const { id } = await app.deps.db.read
    .selectFrom('webhook_deliveries')
    .select('id')
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow();
  return id;
}
