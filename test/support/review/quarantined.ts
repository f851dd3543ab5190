import type { QuarantinedEventRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** Stores a quarantined message of Stripe, with a detail as the product writes it. */
export async function insertQuarantined(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  message: {
    readonly eventId: string;
    readonly reason: string;
    readonly detail: object;
  } & Omit<Partial<QuarantinedEventRow>, 'detail' | 'reason'>,
): Promise<void> {
  const { eventId, reason, detail, ...changes } = message;
  await db.write
    .insertInto('quarantined_events')
    .values({
      provider: 'stripe',
      event_id: eventId,
      reason,
      intent_id: null,
      quarantined_at: clock.now().toISOString(),
      resolved_at: null,
      ...changes,
      detail: JSON.stringify(detail),
    })
    .execute();
}
