import { webhookEvents, type WebhookEvent } from '#domain/webhooks/webhook-events.ts';
import type { WantedEvents } from '#server/ports/wanted-events.ts';

/** Each process refreshes it every 2 seconds. */
export function holdWantedEvents(): WantedEvents {
  let held: ReadonlySet<string> = new Set();
  return {
    has: (event) => held.has(event),
    refresh: async (db) => {
      const rows = await db.selectFrom('webhook_endpoints').select('events').where('status', '=', 'active').execute();
      held = new Set(rows.flatMap(({ events }) => readEvents(events)));
    },
  };
}

/** The events of an endpoint as they are stored. */
export const readEvents = (stored: string): WebhookEvent[] => {
  const names = new Set(stored.split(' '));
  return webhookEvents.filter((event) => names.has(event));
};
