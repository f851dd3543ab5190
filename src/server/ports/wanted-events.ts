import type { WebhookEvent } from '#domain/webhooks/webhook-events.ts';
import type { Queryable } from '#server/db/database.ts';

/** The events that an active endpoint wants, in this process's memory, so that a settlement costs nothing without endpoints. */
export interface WantedEvents {
  has(event: WebhookEvent): boolean;
  refresh(db: Queryable): Promise<void>;
}
