import type { WebhookEndpoint } from '#contract/admin/webhooks.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { readEvents } from '../announcing/wanted-events.ts';

/** All endpoints, oldest first. */
export async function listEndpoints({ db, clock }: Deps): Promise<WebhookEndpoint[]> {
  const rows = await db.read.selectFrom('webhook_endpoints').selectAll().orderBy('created_at').orderBy('id').execute();
  const now = clock.now().toISOString();
  return rows.map((row) => ({
    id: row.id,
    url: row.url,
    description: row.description,
    events: readEvents(row.events),
    status: row.status,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    formerSecretUntil:
      row.former_secret_until !== null && row.former_secret_until > now ? row.former_secret_until : null,
  }));
}

/** The endpoints that a person added, for the copy of their own data, without paths, which may be secrets of the receivers. */
export async function findOwnEndpoints(db: Queryable, userId: string) {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .innerJoin('audit_log', 'audit_log.subject_id', 'webhook_endpoints.id')
    .select(['url', 'description', 'events', 'created_at'])
    .where('action', '=', 'webhook_added')
    .where('actor_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('webhook_endpoints.id')
    .execute();
  return rows.map(({ url, description, events, created_at: addedAt }) => ({
    host: new URL(url).host,
    description,
    events: readEvents(events),
    addedAt,
  }));
}
