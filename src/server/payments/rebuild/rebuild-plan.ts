import { addsUp, type RecordReading } from '#domain/payment/donation-record.ts';
import type { Tx } from '#server/db/database.ts';
import { TransactionConflict } from '#server/db/in-transaction.ts';
import type { PlanRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import type { PlanRecords } from '#server/ports/subscription-provider.ts';
import { findPlanOf } from '../plans/queries.ts';
import { recordRestore } from './notice-restore.ts';
import { insertLostIntent, readLostIntent, type RebuildProblem } from './lost-intent.ts';
import { termsInRecord } from './terms-in-record.ts';

/** A plan as its subscription or an invoice describes it. */
interface StoredPlan {
  readonly planId: string | undefined;
  readonly subscriptionId: string;
  readonly records?: PlanRecords<RecordReading | undefined>;
}

/**
 * Rebuilds a plan that is not in the database from the records of its subscription, with the intent of its first payment and
 * its terms. Undefined if the subscription has no records.
 */
export async function rebuildPlan(
  deps: Deps,
  tx: Tx,
  stored: StoredPlan,
): Promise<PlanRow | RebuildProblem | undefined> {
  const record = stored.records?.first;
  if (record === undefined) return undefined;
  if (record === 'unreadable' || record.plan?.planId !== stored.planId) return 'invalid_record';
  const { intentId } = record;
  const lost = await readLostIntent(deps, tx, { provider: 'stripe', sessionId: null, intentId, record });
  if (lost === 'other_record' && (await findPlanOf(tx, stored))) throw new TransactionConflict(); // it was rebuilt just now
  if (typeof lost !== 'object') return lost;
  await insertLostIntent(deps, tx, lost);
  const plan = await findPlanOf(tx, stored);
  if (plan) await rebuildTerms(deps, tx, plan, stored);
  return plan;
}

/** Adds the terms of a plan's last change if they are not in the database. */
export async function rebuildTerms(deps: Deps, tx: Tx, plan: PlanRow, { records }: StoredPlan): Promise<void> {
  const record = records?.terms;
  if (record === undefined || record === 'unreadable' || record.plan?.planId !== plan.id || !addsUp(record)) return;
  const { termsNumber: number } = record.plan;
  if (await hasTerms(tx, plan, number)) return;
  const terms = await termsInRecord(deps, tx, record);
  if (!terms) return; // its invoices match no terms and are quarantined
  await recordRestore(deps, tx, record.madeAt); // terms are stored in the database before the provider gets them
  await tx
    .insertInto('plan_terms')
    .values({ plan_id: plan.id, number, ...terms, agreed_at: record.madeAt.toISOString() })
    .onConflict((conflict) => conflict.columns(['plan_id', 'number']).doNothing())
    .execute();
}

async function hasTerms(tx: Tx, { id }: PlanRow, number: number): Promise<boolean> {
  const known = await tx
    .selectFrom('plan_terms')
    .select('number')
    .where('plan_id', '=', id)
    .where('number', '=', number)
    .executeTakeFirst();
  return known !== undefined;
}
