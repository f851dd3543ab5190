import * as z from 'zod/mini';
import type { Queryable, Tx } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { deletedDonorId } from '#server/donations/index.ts';
import type { JobHandler } from '#server/outbox/worker.ts';
import { cancelSubscriptionLater, saveSubscription } from '#server/payments/index.ts';
import { changeAlone } from './change-alone.ts';
import { planMails } from './plan-mails.ts';

const payloadSchema = z.object({ subscriptionId: z.string() });

/**
 * Cancels a subscription, for example because its donor's account was deleted or a dispute was lost. Throws while the plan is
 * being changed, so that the job is retried: at the provider, one change could undo the other.
 */
export const cancelPlanJob: JobHandler = async (deps, job) => {
  const { subscriptionId } = payloadSchema.parse(JSON.parse(job.payload));
  const plan = await findPlanOf(deps.db.read, subscriptionId);
  if (!plan) return cancel(deps, subscriptionId);
  const busy = await changeAlone(deps, plan.id, () => cancel(deps, subscriptionId));
  if (busy) throw new Error(`plan ${plan.id} is being changed`);
};

async function cancel(deps: Deps, subscriptionId: string): Promise<void> {
  const canceled = await deps.cards.subscriptions.cancelSubscription(subscriptionId);
  if (canceled.code === 'unavailable') {
    throw new Error(`the provider did not cancel the subscription: ${canceled.detail}`);
  }
  await saveSubscription(deps, canceled.state);
}

const findPlanOf = (db: Queryable, subscriptionId: string) =>
  db.selectFrom('plans').select('id').where('subscription_id', '=', subscriptionId).executeTakeFirst();

/**
 * Moves all plans of an account to another account, in the transaction that has locked both. Returns the number of moved plans
 * that have not ended.
 */
export async function movePlans(tx: Tx, fromId: string, toId: string): Promise<number> {
  const plans = await tx
    .updateTable('plans')
    .set((e) => ({ donor_id: toId, version: e('version', '+', 1) }))
    .where('donor_id', '=', fromId)
    .returning('status')
    .execute();
  return plans.filter(({ status }) => status !== 'ended').length;
}

/**
 * Detaches a donor's plans from the account, removes their cards and emails, and enqueues the cancellation of their
 * subscriptions, in the caller's transaction. A plan without a known subscription is canceled by `saveSubscription`, which sees
 * the new owner because the version has changed.
 */
export async function endPlansOf(deps: Deps, tx: Tx, donorId: string): Promise<void> {
  const plans = await tx
    .updateTable('plans')
    .set((e) => ({ donor_id: deletedDonorId, card: null, version: e('version', '+', 1) }))
    .where('donor_id', '=', donorId)
    .returning(['id', 'subscription_id', 'status'])
    .execute();
  await deletePlanMails(tx, plans);
  for (const { subscription_id: subscriptionId, status } of plans) {
    if (subscriptionId === null || status === 'ended') continue;
    await cancelSubscriptionLater(deps, tx, { subscriptionId, cause: 'account_deleted' });
  }
}

/** Deletes the emails about plans, because they have links to the donor's invoices. */
async function deletePlanMails(tx: Tx, plans: readonly { readonly id: string }[]): Promise<void> {
  if (plans.length === 0) return;
  await tx
    .deleteFrom('outbox')
    .where('kind', 'in', planMails)
    .where(
      'about',
      'in',
      plans.map(({ id }) => id),
    )
    .execute();
}
