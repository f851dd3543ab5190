import type { WebhookDelivery } from '#contract/admin/webhooks.ts';
import type { Queryable } from '#server/db/database.ts';
import { writeCursor, type ListPosition } from '#server/db/list-page.ts';

const pageSize = 50;

/** Lists the deliveries to an endpoint, newest first, with every attempt. Undefined when there is no such endpoint. */
export async function listDeliveries(
  db: Queryable,
  endpointId: string,
  { at, id }: ListPosition,
): Promise<{ readonly deliveries: WebhookDelivery[]; readonly nextCursor: string | undefined } | undefined> {
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('id', '=', endpointId)
    .executeTakeFirst();
  if (!endpoint) return undefined;
  const found = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where((e) => e(e.refTuple('created_at', 'id'), '<', e.tuple(at, id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const rows = found.slice(0, pageSize);
  const attemptsOf = await findAttempts(
    db,
    rows.map((row) => row.id),
  );
  const last = rows.at(-1);
  return {
    deliveries: rows.map((row) => ({
      id: row.id,
      event: row.event,
      eventId: row.event_id,
      body: row.body,
      status: row.status,
      createdAt: row.created_at,
      nextAttemptAt: row.next_attempt_at,
      attempts: attemptsOf(row.id),
    })),
    nextCursor: last && found.length > pageSize ? writeCursor({ at: last.created_at, id: last.id }) : undefined,
  };
}

async function findAttempts(
  db: Queryable,
  deliveryIds: readonly string[],
): Promise<(deliveryId: string) => WebhookDelivery['attempts']> {
  if (deliveryIds.length === 0) return () => [];
  const rows = await db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', 'in', deliveryIds)
    .orderBy('number', 'desc')
    .execute();
  const byDelivery = Map.groupBy(rows, (row) => row.delivery_id);
  return (deliveryId) =>
    (byDelivery.get(deliveryId) ?? []).map((row) => ({
      number: row.number,
      at: row.attempted_at,
      statusCode: row.status_code,
      problem: row.problem,
      answer: row.answer,
    }));
}
