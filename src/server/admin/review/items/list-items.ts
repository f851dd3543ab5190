import { compareTexts } from './compare-texts.ts';
import type { ReviewItem } from '#contract/admin/review/review-items.ts';
import { money, toDecimal, type Money } from '#domain/money/money.ts';
import { unlistedRefund, writeItemId, type ReviewItemKey } from '#domain/review/review-item.ts';
import type { Queryable } from '#server/db/database.ts';
import type { OutboxRow } from '#server/db/tables.ts';
import { findDeadJobs } from './dead-jobs.ts';
import { findDifferences, type Difference } from './differences.ts';
import { disputeKey, findOpenDisputes, type ListedDispute } from './open-disputes.ts';
import { findQuarantinedPayments, type QuarantinedPayment } from './quarantined-payments.ts';
import { findWaitingRefunds } from './refund-approval.ts';
import { findResolutions } from './resolutions.ts';

/** Lists the items that need review: disputes by deadline, then payments, jobs and differences, newest first. */
export async function listItems(db: Queryable): Promise<ReviewItem[]> {
  const waitingRefunds = await findWaitingRefunds(db);
  const others = [
    ...(await findQuarantinedPayments(db)).map((payment) => paymentItem(payment, waitingRefunds)),
    ...(await findDeadJobs(db)).map(jobItem),
    ...(await findUnreviewedDifferences(db)).map(differenceItem),
  ];
  const newestFirst = others.toSorted((one, other) => compareTexts(other.since, one.since));
  return [...(await findUnreviewedDisputes(db)).map(disputeItem), ...newestFirst];
}

/** Finds the disputes that need review. A resolved one needs review again when its provider reports something new. */
export async function findUnreviewedDisputes(db: Queryable): Promise<ListedDispute[]> {
  const disputes = await findOpenDisputes(db);
  const resolutions = await findResolutions(db, disputes.map(disputeKey));
  return disputes.filter((dispute) => {
    const resolved = resolutions.get(writeItemId(disputeKey(dispute)));
    return !resolved || resolved.resolved_at < dispute.updated_at;
  });
}

/** Finds the differences that no one has reviewed: every reconciliation also finds the reviewed ones again. */
export async function findUnreviewedDifferences(db: Queryable): Promise<Difference[]> {
  const differences = await findDifferences(db);
  const resolutions = await findResolutions(db, differences.map(differenceKey));
  return differences.filter((difference) => !resolutions.has(writeItemId(differenceKey(difference))));
}

const differenceKey = ({ id }: Difference) => ({ kind: 'difference', id }) as const satisfies ReviewItemKey;

const amountFields = (amount: Money | undefined): Pick<ReviewItem, 'amount' | 'currency'> => ({
  amount: amount ? toDecimal(amount) : null,
  currency: amount?.currency ?? null,
});

const emptyFields = {
  provider: null,
  reasons: [],
  ids: [],
  donationId: null,
  evidenceDueAt: null,
  job: null,
  isRefundWaiting: false,
};

const paymentItem = (
  { key, messages, amount, donationId, actions }: QuarantinedPayment,
  waitingRefunds: ReadonlySet<string>,
): ReviewItem => ({
  ...emptyFields,
  ...amountFields(amount),
  id: writeItemId(key),
  kind: key.kind,
  since: messages[0]?.at ?? '',
  provider: key.provider,
  reasons: [...new Set(messages.map(({ reason }) => reason))],
  ids: [...new Set(messages.flatMap(({ ids, intentId }) => [...ids, ...(intentId === undefined ? [] : [intentId])]))],
  donationId: donationId ?? null,
  isRefundWaiting: waitingRefunds.has(writeItemId(key)),
  actions: [...actions],
});

const disputeItem = (dispute: ListedDispute): ReviewItem => ({
  ...emptyFields,
  ...amountFields(money(dispute.amount_minor, dispute.currency)),
  id: writeItemId(disputeKey(dispute)),
  kind: 'dispute',
  since: dispute.occurred_at,
  provider: dispute.provider,
  ids: [dispute.reversal_id, dispute.payment_id],
  donationId: dispute.donation_id,
  evidenceDueAt: dispute.evidence_due_at,
  actions: ['dismiss'],
});

const jobItem = ({ id, kind, last_error: lastError, created_at: since }: OutboxRow): ReviewItem => ({
  ...emptyFields,
  ...amountFields(undefined),
  id: writeItemId({ kind: 'job', id }),
  kind: 'job',
  since,
  ids: [id],
  job: { kind, lastError: lastError ?? '' },
  actions: ['retry', 'discard'],
});

const differenceItem = (difference: Difference): ReviewItem => ({
  ...emptyFields,
  ...amountFields(difference.amount),
  id: writeItemId(differenceKey(difference)),
  kind: 'difference',
  since: difference.foundAt,
  provider: difference.provider,
  reasons: difference.kind === 'refund' ? [unlistedRefund] : [],
  ids: [difference.id, ...difference.providerIds.flatMap((id) => id ?? [])],
  donationId: difference.donationId,
  actions: ['dismiss'],
});
