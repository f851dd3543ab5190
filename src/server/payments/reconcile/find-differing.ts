import type { ReversalEvent, ReversalFact } from '#domain/payment/reversal.ts';
import type { Queryable } from '#server/db/database.ts';

/**
 * Returns the states of reversals that differ from our records. Compares states and not messages, because another message may
 * have reported the same state. All states are of one provider.
 */
export async function findDiffering(db: Queryable, states: readonly ReversalEvent[]): Promise<ReversalEvent[]> {
  const stored = await findStored(db, states);
  return states.filter(({ reversalId, fact, movements = [], decision, problem }) => {
    const known = stored.get(reversalId);
    const hasSameDecision = !decision || known?.refundedMinor === decision.refunded.amountMinor;
    const hasSameMovements = movements.every(
      ({ movementId, amount }) => known?.moved.get(movementId) === amount.amountMinor,
    );
    return problem !== undefined || known?.status !== fact || !hasSameMovements || !hasSameDecision;
  });
}

/** A reversal in our records: its status, the refund of its decision, and its movements, in minor units by movement id. */
interface StoredReversal {
  readonly status: ReversalFact;
  readonly refundedMinor: number | null;
  readonly moved: ReadonlyMap<string, number>;
}

async function findStored(
  db: Queryable,
  states: readonly ReversalEvent[],
): Promise<ReadonlyMap<string, StoredReversal>> {
  const [first] = states;
  if (!first) return new Map();
  const reversalIds = states.map(({ reversalId }) => reversalId);
  const rows = await db
    .selectFrom('reversals')
    .leftJoin('reversal_movements', (join) =>
      join
        .onRef('reversal_movements.provider', '=', 'reversals.provider')
        .onRef('reversal_movements.reversal_id', '=', 'reversals.reversal_id'),
    )
    .select(['reversals.reversal_id', 'status', 'refunded_minor', 'movement_id'])
    .select('reversal_movements.amount_minor as moved_minor')
    .where('reversals.provider', '=', first.provider)
    .where('reversals.reversal_id', 'in', reversalIds)
    .execute();
  const stored = new Map<string, StoredReversal>();
  for (const row of rows) {
    const moved = new Map(stored.get(row.reversal_id)?.moved);
    if (row.movement_id !== null && row.moved_minor !== null) moved.set(row.movement_id, row.moved_minor);
    stored.set(row.reversal_id, { status: row.status, refundedMinor: row.refunded_minor, moved });
  }
  return stored;
}
