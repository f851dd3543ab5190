import type { Tx } from '#server/db/database.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { QuarantineReason } from '#contract/admin/review/review.ts';
import { resolveQuarantined } from '../quarantine.ts';

/** The reasons for which events of a lost intent are quarantined before the intent can be rebuilt. */
const lostReasons: readonly QuarantineReason[] = [
  'unknown_session',
  'invalid_record',
  'other_record',
  'not_in_catalogue',
  'other_installation',
];

/** Gives a rebuilt intent the facts that were quarantined while it was missing, and resolves those entries. */
export async function attachQuarantinedEvents(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  sessionId: string,
): Promise<void> {
  const entries = await tx
    .selectFrom('quarantined_events')
    .innerJoin('payment_events', (join) =>
      join
        .onRef('payment_events.provider', '=', 'quarantined_events.provider')
        .onRef('payment_events.event_id', '=', 'quarantined_events.event_id'),
    )
    .select('payment_events.event_id')
    .where('quarantined_events.provider', '=', intent.provider)
    .where('reason', 'in', lostReasons)
    .where('payment_events.session_id', '=', sessionId)
    .where('payment_events.intent_id', 'is', null)
    .where((e) =>
      e.or([
        e('collected_minor', 'is', null),
        e.and([
          e('collected_minor', '=', intent.charge_total_minor),
          e('collected_currency', '=', intent.charge_currency),
        ]),
      ]),
    )
    .execute();
  const eventIds = entries.map(({ event_id: eventId }) => eventId);
  if (eventIds.length === 0) return;
  await tx
    .updateTable('payment_events')
    .set({ intent_id: intent.id })
    .where('provider', '=', intent.provider)
    .where('event_id', 'in', eventIds)
    .execute();
  await resolveQuarantined(deps, tx, intent.provider, eventIds);
}
