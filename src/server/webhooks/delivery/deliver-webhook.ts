import * as z from 'zod';
import type { Deps } from '#server/deps.ts';
import type { LeasedJob } from '#server/outbox/queries.ts';
import { JobPostponed } from '#server/outbox/worker.ts';
import type { WebhookResponse } from '#server/ports/webhook-transport.ts';
import { readSecrets } from '../endpoints/secrets.ts';
import { findDelivery, type DeliveryForEndpoint } from './find-delivery.ts';
import { recordAttempt } from './record-attempt.ts';

const payload = z.object({
  deliveryId: z.string(),
  jobNumber: z.coerce.number(),
  isByHand: z.enum(['yes', 'no']),
});

/**
 * Attempts a delivery, and records the outcome together with the next attempt. After a crash between attempt and record, it is
 * attempted again: a receiver recognizes the message by its id.
 */
export async function deliverWebhook(deps: Deps, job: LeasedJob): Promise<void> {
  const { deliveryId, jobNumber, ...rest } = payload.parse(JSON.parse(job.payload));
  const isByHand = rest.isByHand === 'yes';
  const delivery = await findDelivery(deps.db.read, deliveryId);
  if (delivery?.job_number !== jobNumber) return; // removed, or another attempt has replaced this one
  if (!isByHand && delivery.endpoint_status !== 'active') return skip(deps, delivery);
  if (!isByHand) postponeWhileResting(deps, delivery);
  await recordAttempt(deps, { delivery, isByHand, response: await send(deps, delivery) });
}

function postponeWhileResting({ clock }: Deps, { resting_until: restingUntil }: DeliveryForEndpoint): void {
  if (restingUntil !== null && restingUntil > clock.now().toISOString())
    throw new JobPostponed(new Date(restingUntil), 'the endpoint rests after failures');
}

async function send(deps: Deps, delivery: DeliveryForEndpoint): Promise<WebhookResponse> {
  const secrets = readSecrets(deps, delivery);
  return secrets.length === 0
    ? { code: 'failed', problem: 'The secret cannot be read, because its key is missing. Please make a new secret.' }
    : deps.webhooks.post(delivery.url, { id: delivery.event_id, body: delivery.body, secrets });
}

async function skip({ db }: Deps, { id, job_number: jobNumber }: DeliveryForEndpoint): Promise<void> {
  await db.write
    .updateTable('webhook_deliveries')
    .set({ status: 'skipped', next_attempt_at: null })
    .where('id', '=', id)
    .where('job_number', '=', jobNumber)
    .where('status', '=', 'waiting')
    .execute();
}
