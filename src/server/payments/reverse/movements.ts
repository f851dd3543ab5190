import type { ReversalEvent, ReversalMovement } from '#domain/payment/reversal.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { ReversalMovementRow, ReversalRow } from '#server/db/tables.ts';

/** Finds the movements of disputes, by dispute id. */
export async function findMovements(
  tx: Queryable,
  reversals: readonly Pick<ReversalRow, 'provider' | 'reversal_id'>[],
): Promise<ReadonlyMap<string, readonly ReversalMovementRow[]>> {
  const [first] = reversals;
  if (!first) return new Map();
  const reversalIds = reversals.map(({ reversal_id: id }) => id);
  const rows = await tx
    .selectFrom('reversal_movements')
    .selectAll()
    .where('provider', '=', first.provider)
    .where('reversal_id', 'in', reversalIds)
    .execute();
  return Map.groupBy(rows, ({ reversal_id: id }) => id);
}

/**
 * Returns the movements that are new. Undefined if one differs from an earlier report, or if some are new and a known one is
 * missing: such a report is neither older nor newer than our records. An older report lists fewer movements, so none is ever
 * removed.
 */
export async function findNewMovements(
  tx: Tx,
  event: Pick<ReversalEvent, 'provider' | 'reversalId'>,
  movements: readonly ReversalMovement[],
): Promise<readonly ReversalMovementRow[] | undefined> {
  const known = await findMovementsById(tx, event, movements);
  const rows = movements.map((movement) => toRow(event, movement));
  if (rows.some((row) => differs(row, known.get(row.movement_id)))) return undefined;
  const added = rows.filter((row) => !known.has(row.movement_id));
  return added.length > 0 && known.size < (await countMovements(tx, event)) ? undefined : added;
}

export async function insertMovements(tx: Tx, rows: readonly ReversalMovementRow[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('reversal_movements')
      .values([...rows])
      .execute();
}

async function countMovements(
  tx: Tx,
  { provider, reversalId }: Pick<ReversalEvent, 'provider' | 'reversalId'>,
): Promise<number> {
  const known = await findMovements(tx, [{ provider, reversal_id: reversalId }]);
  return known.get(reversalId)?.length ?? 0;
}

async function findMovementsById(
  tx: Tx,
  { provider }: Pick<ReversalEvent, 'provider'>,
  movements: readonly ReversalMovement[],
): Promise<ReadonlyMap<string, ReversalMovementRow>> {
  if (movements.length === 0) return new Map();
  const movementIds = movements.map(({ movementId }) => movementId);
  const rows = await tx
    .selectFrom('reversal_movements')
    .selectAll()
    .where('provider', '=', provider)
    .where('movement_id', 'in', movementIds)
    .execute();
  return new Map(rows.map((row) => [row.movement_id, row]));
}

const toRow = (
  { provider, reversalId }: Pick<ReversalEvent, 'provider' | 'reversalId'>,
  { movementId, amount, occurredAt }: ReversalMovement,
): ReversalMovementRow => ({
  provider,
  movement_id: movementId,
  reversal_id: reversalId,
  amount_minor: amount.amountMinor,
  currency: amount.currency,
  occurred_at: occurredAt.toISOString(),
});

const differs = (row: ReversalMovementRow, known: ReversalMovementRow | undefined): boolean =>
  known !== undefined &&
  (known.reversal_id !== row.reversal_id || known.amount_minor !== row.amount_minor || known.currency !== row.currency);
