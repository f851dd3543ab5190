import type { ReversalEvent, ReversalFact } from '#domain/payment/reversal.ts';
import type { Queryable } from '#server/db/database.ts';

/** Where those of the reversals stand that we know, by their ids at the provider. All are of one provider. */
export async function findReversalStates(
  db: Queryable,
  events: readonly ReversalEvent[],
): Promise<ReadonlyMap<string, ReversalFact>> {
  const [first] = events;
  if (!first) return new Map();
  const rows = await db
    .selectFrom('reversals')
    .select(['reversal_id', 'status'])
    .where('provider', '=', first.provider)
    .where(
      'reversal_id',
      'in',
      events.map(({ reversalId }) => reversalId),
    )
    .execute();
  return new Map(rows.map((row) => [row.reversal_id, row.status]));
}

/** Refunds that our books have taken back, of those that were made between two instants. */
export async function findStandingRefunds(
  db: Queryable,
  provider: ReversalEvent['provider'],
  made: { readonly after: Date; readonly before: Date },
): Promise<string[]> {
  const rows = await db
    .selectFrom('reversals')
    .select('reversal_id')
    .where('provider', '=', provider)
    .where('kind', '=', 'refund')
    .where('is_standing', '=', 1)
    .where('occurred_at', '>=', made.after.toISOString())
    .where('occurred_at', '<', made.before.toISOString())
    .execute();
  return rows.map((row) => row.reversal_id);
}

/** Payments that are settled here and have reversals that were not looked at since: a server died between the two. */
export const findSettledButUnbooked = (db: Queryable): Promise<Pick<ReversalEvent, 'provider' | 'paymentId'>[]> =>
  db
    .selectFrom('reversals')
    .innerJoin('donation_intents', (join) =>
      join
        .onRef('donation_intents.provider_payment_id', '=', 'reversals.payment_id')
        .onRef('donation_intents.provider', '=', 'reversals.provider'),
    )
    .select(['reversals.provider', 'reversals.payment_id as paymentId'])
    .where('reversals.intent_id', 'is', null)
    .where('donation_intents.status', '=', 'settled')
    .distinct()
    .execute();
