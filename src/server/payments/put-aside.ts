import type { SetAsideReason } from '#contract/money-desk.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Queryable } from '#server/db/database.ts';
import type { QuarantinedEventRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';

/** Something of a provider's that does not fit our books. `detail` is all that it said. */
export interface SetAside {
  readonly provider: PaymentProvider;
  readonly eventId: string;
  readonly reason: SetAsideReason;
  readonly detail: object;
}

/** Keeps something for a person to look at. Once: false when it was put aside before. */
export async function putAside(deps: Pick<Deps, 'clock'>, db: Queryable, aside: SetAside): Promise<boolean> {
  const kept = await db
    .insertInto('quarantined_events')
    .values(asideRow(deps, aside))
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .execute();
  return kept.length > 0;
}

/** The row of something that is put aside now. */
export const asideRow = (
  { clock }: Pick<Deps, 'clock'>,
  { provider, eventId, reason, detail }: SetAside,
): QuarantinedEventRow => ({
  provider,
  event_id: eventId,
  reason,
  detail: JSON.stringify(detail),
  quarantined_at: clock.now().toISOString(),
  resolved_at: null,
});
