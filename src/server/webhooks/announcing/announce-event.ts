import * as z from 'zod';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import type { LeasedJob } from '#server/outbox/queries.ts';
import { insertDelivery } from '../delivery/insert-delivery.ts';
import { readEvents } from './wanted-events.ts';

const payload = z.object({ event: z.string(), eventId: z.string(), body: z.string() });

/** Adds a delivery of an event for every active endpoint that wants it. Can be repeated. */
export async function announceEvent(deps: Deps, job: LeasedJob): Promise<void> {
  const { event, eventId, body } = payload.parse(JSON.parse(job.payload));
  await inTransaction(deps.db, async (tx) => {
    const endpoints = await tx
      .selectFrom('webhook_endpoints')
      .select(['id', 'events'])
      .where('status', '=', 'active')
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    for (const { id: endpointId, events } of endpoints)
      if (readEvents(events).some((wanted) => wanted === event))
        await insertDelivery(deps, tx, { endpointId, event, eventId, body, isByHand: false });
  });
}
