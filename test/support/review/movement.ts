import type { ProviderMovementRow } from '#server/db/tables/balance.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';

/** Stores a movement of our balance at Stripe that the ledger does not know, a fee of CA$2.00, and returns its id. */
export async function insertMovement(
  { db, clock, random }: Pick<Deps, 'db' | 'clock' | 'random'>,
  changes: Partial<ProviderMovementRow> = {},
): Promise<string> {
  const movement: ProviderMovementRow = {
    provider: 'stripe',
    movement_id: newId('req', random).replace('req', 'txn'),
    kind: 'stripe_fee',
    amount_minor: -200,
    currency: 'CAD',
    description: 'Radar',
    source_id: null,
    disputed_payment_id: null,
    occurred_at: clock.now().toISOString(),
    resolved_at: null,
    ledger_cause: null,
    ...changes,
  };
  await db.write.insertInto('provider_movements').values(movement).execute();
  return movement.movement_id;
}
