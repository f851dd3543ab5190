import type { QuarantineReason } from '#contract/admin/review/review.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Queryable } from '#server/db/database.ts';
import type { QuarantinedEventRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** Something from a provider that does not match our records. */
interface QuarantineEntry {
  readonly provider: PaymentProvider;
  readonly eventId: string;
  readonly reason: QuarantineReason;
  /** What the provider reported, for the reviewer; without the payer's email address, which an erasure would not find here. */
  readonly detail: object;
  /** The intent that a payment event is about. A quarantined event keeps its intent from being deleted. */
  readonly intentId?: string | undefined;
}

/** Stores an entry for a person to review; returns false if it is already stored. */
export async function quarantine(deps: Pick<Deps, 'clock'>, db: Queryable, entry: QuarantineEntry): Promise<boolean> {
  const inserted = await db
    .insertInto('quarantined_events')
    .values(quarantineRow(deps, entry))
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .execute();
  return inserted.length > 0;
}

/** Marks entries as resolved, because what they report is now recorded. */
export async function resolveQuarantined(
  { clock }: Pick<Deps, 'clock'>,
  db: Queryable,
  provider: PaymentProvider,
  eventIds: readonly string[],
): Promise<void> {
  if (eventIds.length === 0) return;
  await db
    .updateTable('quarantined_events')
    .set({ resolved_at: clock.now().toISOString() })
    .where('provider', '=', provider)
    .where('event_id', 'in', eventIds)
    .where('resolved_at', 'is', null)
    .execute();
}

export const quarantineRow = (
  { clock }: Pick<Deps, 'clock'>,
  { provider, eventId, reason, detail, intentId }: QuarantineEntry,
): QuarantinedEventRow => ({
  provider,
  event_id: eventId,
  reason,
  detail: JSON.stringify(detail),
  intent_id: intentId ?? null,
  quarantined_at: clock.now().toISOString(),
  resolved_at: null,
});
