import type { WebhookEndpoint } from '#contract/admin/webhooks.ts';
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
