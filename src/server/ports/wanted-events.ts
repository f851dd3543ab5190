import type { WebhookEvent } from '#domain/webhooks/webhook-events.ts';
import type { Queryable } from '#server/db/database.ts';

/** The events that active endpoints want, in this process's memory, so that settlements need no query to find them. */
export interface WantedEvents {
  has(event: WebhookEvent): boolean;
  refresh(db: Queryable): Promise<void>;
}
