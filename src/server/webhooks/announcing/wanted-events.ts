import { webhookEvents, type WebhookEvent } from '#domain/webhooks/webhook-events.ts';
import type { WantedEvents } from '#server/ports/wanted-events.ts';

/** Holds the events that active endpoints want. Each process refreshes them every 2 seconds. */
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

/** The events in the stored list of an endpoint, without those that no longer exist. */
export const readEvents = (stored: string): WebhookEvent[] => {
  const names = new Set(stored.split(' '));
  return webhookEvents.filter((event) => names.has(event));
};
