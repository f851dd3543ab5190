import type { ResolveItemResponse, ResolveItemRequest } from '#contract/admin/review/review-items.ts';
import {
  readItemId,
  writeItemId,
  type ReviewAction,
  type ReviewItemKey,
  type ProviderItemKey,
  type OwnItemKey,
} from '#domain/review/review-item.ts';
import type { Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import type { StaffMember } from '#server/http/register-endpoint.ts';
import { recordAction } from '#server/staff/index.ts';
import { discardJob, findJob, retryJob } from './dead-jobs.ts';
import { findDifferences } from './differences.ts';
import { findDispute, isOpen } from './open-disputes.ts';
import { findQuarantinedPayment, type QuarantinedPayment } from './quarantined-payments.ts';
import { recordPayment } from './record-payment.ts';
import { needsSecondPerson, requestRefundApproval } from './refund-approval.ts';
import { findResolution, isBeingRecorded, saveResolution, sentenceAbout } from './resolutions.ts';
import { startRecording, dismissPayment, refundPayment, type Decision } from './resolve-quarantined.ts';
import { reviewLock } from './review-lock.ts';

/**
 * `already_resolved`: someone else has decided, or another message from the provider explained the item; `sentence` says which.
 * `not_offered`: the item does not have this action. `still_differs`: the payment was not recorded, because it still does not
 * match. `unavailable`: the provider did not respond.
 */
export type ResolvedItem =
  | { readonly code: 'done'; readonly response: ResolveItemResponse }
  | { readonly code: 'already_resolved'; readonly sentence: string }
  | { readonly code: 'not_found' | 'not_offered' | 'still_differs' | 'unavailable' };

/**
 * Carries out a person's decision on an item, and records it in the audit log. Decisions are made one at a time, even across
 * processes.
 */
export async function resolveItem(
  deps: Deps,
  user: StaffMember,
  { itemId, action, reason }: ResolveItemRequest,
): Promise<ResolvedItem> {
  const key = readItemId(itemId);
  if (!key) return { code: 'not_found' };
  const decision = { user, reason };
  const decided = await inTransaction(deps.db, (tx) =>
    withLock(tx, [reviewLock], () => decide(deps, tx, key, action, decision)),
  );
  if (decided.code !== 'recording') return decided;
  const recorded = await recordPayment(deps, decided.payment, decision);
  return recorded.code === 'recorded' ? done('recorded', recorded.donationId) : recorded;
}

/** `recording`: the payment is recorded after the commit, because that needs the provider. */
type Decided = ResolvedItem | { readonly code: 'recording'; readonly payment: QuarantinedPayment };

const done = (status: ResolveItemResponse['status'], donationId: string | null = null): ResolvedItem => ({
  code: 'done',
  response: { status, donationId },
});

function decide(deps: Deps, tx: Tx, key: ReviewItemKey, action: ReviewAction, decision: Decision): Promise<Decided> {
  switch (key.kind) {
    case 'quarantined':
      return decidePayment(deps, tx, key, action, decision);
    case 'job':
      return decideJob(deps, tx, key, action, decision);
    case 'dispute':
      return dismiss(deps, tx, key, action, decision, async () => {
        const dispute = await findDispute(tx, key);
        const earlier = await findResolution(tx, key);
        if (!dispute) return 'unknown';
        return isOpen(dispute) && !(earlier && earlier.resolved_at >= dispute.updated_at) ? 'open' : 'resolved';
      });
    case 'difference':
      return dismiss(deps, tx, key, action, decision, async () => {
        if (await findResolution(tx, key)) return 'resolved';
        return (await findDifferences(tx)).some(({ id }) => id === key.id) ? 'open' : 'unknown';
      });
  }
}

async function decidePayment(
  deps: Deps,
  tx: Tx,
  key: ProviderItemKey,
  action: ReviewAction,
  decision: Decision,
): Promise<Decided> {
  const quarantined = { ...key, kind: 'quarantined' } as const;
  const payment = await findQuarantinedPayment(tx, quarantined);
  if (!payment) return (await wasQuarantined(tx, quarantined)) ? alreadyResolved(tx, key) : { code: 'not_found' };
  const earlier = await findResolution(tx, payment.key);
  if (earlier && isBeingRecorded(deps, earlier)) return { code: 'already_resolved', sentence: sentenceAbout(earlier) };
  if (!payment.actions.includes(action)) return { code: 'not_offered' };
  if (action === 'record') {
    await startRecording(deps, tx, payment, decision);
    return { code: 'recording', payment };
  }
  if (action === 'refund' && needsSecondPerson(deps, payment)) {
    await requestRefundApproval(deps, tx, payment, decision);
    return done('approval_needed');
  }
  if (action === 'refund') {
    await refundPayment(deps, tx, payment, decision);
    return done('refund_requested');
  }
  await dismissPayment(deps, tx, payment, decision);
  return done('dismissed');
}

async function wasQuarantined(tx: Tx, { provider, id }: ProviderItemKey<'quarantined'>): Promise<boolean> {
  const entry = await tx
    .selectFrom('quarantined_events')
    .select('event_id')
    .where('provider', '=', provider)
    .where('event_id', '=', id)
    .executeTakeFirst();
  return entry !== undefined;
}

async function decideJob(
  deps: Deps,
  tx: Tx,
  key: OwnItemKey,
  action: ReviewAction,
  decision: Decision,
): Promise<Decided> {
  const job = await findJob(tx, key.id);
  const isDead = job?.status === 'dead';
  if (!job || (!isDead && !(await findResolution(tx, key)))) return { code: 'not_found' };
  if (!isDead) return alreadyResolved(tx, key);
  if (action === 'retry') await retryJob(deps, tx, job, decision);
  else if (action === 'discard') await discardJob(deps, tx, job, decision);
  else return { code: 'not_offered' };
  return done(action === 'retry' ? 'retried' : 'discarded');
}

/** Resolves an item that can only be dismissed. */
async function dismiss(
  deps: Deps,
  tx: Tx,
  key: ReviewItemKey,
  action: ReviewAction,
  { user, reason }: Decision,
  readState: () => Promise<'open' | 'resolved' | 'unknown'>,
): Promise<ResolvedItem> {
  const state = await readState();
  if (state === 'unknown') return { code: 'not_found' };
  if (state === 'resolved') return alreadyResolved(tx, key);
  if (action !== 'dismiss') return { code: 'not_offered' };
  await saveResolution(deps, tx, [key], 'dismissed', user);
  const subject = { kind: 'review_item', id: writeItemId(key) } as const;
  await recordAction(deps, tx, { actor: user, action: 'review_dismissed', subject, reason });
  return done('dismissed');
}

async function alreadyResolved(tx: Tx, key: ReviewItemKey): Promise<ResolvedItem> {
  return { code: 'already_resolved', sentence: sentenceAbout(await findResolution(tx, key)) };
}
