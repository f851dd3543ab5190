import { createHmac } from 'node:crypto';
import type { WebhookDelivery } from '#contract/admin/webhooks.ts';
import { newest } from '#server/db/list-page.ts';
import { listDeliveries } from '#server/webhooks/delivery/list-deliveries.ts';
import { createWebhookLane, webhookJobs } from '#server/webhooks/index.ts';
import type { TestApp } from '../app/start-app.ts';
import type { ReceivedWebhook } from './receiver.ts';

/** Sends all due webhooks. */
export async function sendWebhooks({ deps }: Pick<TestApp, 'deps'>): Promise<void> {
  const round = createWebhookLane(deps, webhookJobs);
  while ((await round()) === 0);
}

/** Lists the deliveries to an endpoint, newest first. */
export const deliveriesTo = async ({ deps }: TestApp, endpointId: string): Promise<WebhookDelivery[]> =>
  (await listDeliveries(deps.db.read, endpointId, newest))?.deliveries ?? [];

/** Returns true if a message is signed with a secret, as a receiver would check. */
export function isSignedWith(secret: string, { headers, body }: ReceivedWebhook): boolean {
  const content = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(expected);
}
