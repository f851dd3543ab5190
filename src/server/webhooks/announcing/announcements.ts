import { createHash } from 'node:crypto';
import type { WebhookData } from '#contract/webhooks.ts';
import type { WebhookEvent } from '#domain/webhooks/webhook-events.ts';
import type { Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { enqueueAll, type OutboxJob } from '#server/outbox/enqueue.ts';

export interface Announcement<Event extends WebhookEvent> {
  /** Identifies what happened once, such as the id of the donation that was paid. */
  readonly cause: string;
  readonly at: Date;
  readonly data: WebhookData<Event>;
}

/**
 * Returns the jobs that tell other programs about an event, for the transaction in which it happens. If no endpoint wants the
 * event, there are none, and `describe` is not called.
 */
export const announcementJobs = <Event extends WebhookEvent>(
  { wantedEvents }: Pick<Deps, 'wantedEvents'>,
  event: Event,
  describe: () => Announcement<Event>,
): readonly OutboxJob[] => (wantedEvents.has(event) ? [jobFor(event, describe())] : []);

/** Tells other programs about an event if the caller's transaction commits. */
export async function announce<Event extends WebhookEvent>(
  deps: Deps,
  tx: Tx,
  event: Event,
  describe: () => Announcement<Event> | Promise<Announcement<Event>>,
): Promise<void> {
  if (deps.wantedEvents.has(event)) await enqueueAll(deps, tx, [jobFor(event, await describe())]);
}

function jobFor<Event extends WebhookEvent>(event: Event, { cause, at, data }: Announcement<Event>): OutboxJob {
  return {
    kind: 'announce_event',
    dedupeKey: `webhook:${event}:${cause}`,
    payload: {
      event,
      eventId: eventIdOf(`${event}:${cause}`),
      body: JSON.stringify({ type: event, timestamp: at.toISOString(), data }),
    },
  };
}

/** An event's id, which is the same even when the event is recorded again after a restore, so that receivers recognize it. */
const eventIdOf = (name: string): string =>
  newId('evt', { bytes: (count) => createHash('sha256').update(name).digest().subarray(0, count) });
