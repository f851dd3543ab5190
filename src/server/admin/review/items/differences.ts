import * as z from 'zod/mini';
import type { Queryable } from '#server/db/database.ts';
import type { DonationIntentRow, ReconciliationRunRow } from '#server/db/tables.ts';

/** A donation in our records that the provider did not list as paid. */
export type Difference = DonationIntentRow & { readonly foundAt: string };

/** Finds the differences of the latest reconciliation run of each scope. */
export async function findDifferences(db: Queryable): Promise<Difference[]> {
  const foundAt = new Map<string, string>();
  for (const scope of ['open', 'recent'] as const) {
    const run = await findLatestRun(db, scope);
    for (const intentId of run?.intentIds ?? []) foundAt.set(intentId, run?.finishedAt ?? '');
  }
  if (foundAt.size === 0) return [];
  const intents = await db
    .selectFrom('donation_intents')
    .selectAll()
    .where('id', 'in', [...foundAt.keys()])
    .execute();
  return intents.map((intent) => ({ ...intent, foundAt: foundAt.get(intent.id) ?? '' }));
}

async function findLatestRun(db: Queryable, scope: ReconciliationRunRow['scope']) {
  const run = await db
    .selectFrom('reconciliation_runs')
    .select(['finished_at', 'result'])
    .where('scope', '=', scope)
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!run) return undefined;
  return { finishedAt: run.finished_at, intentIds: resultSchema.parse(JSON.parse(run.result)).unknownAtProvider };
}

const resultSchema = z.object({ unknownAtProvider: z._default(z.array(z.string()), []) });
