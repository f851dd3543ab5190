import { compareTexts } from './compare-texts.ts';
import { groupByPayment } from '#domain/review/group-by-payment.ts';
import type { ReviewAction, ProviderItemKey } from '#domain/review/review-item.ts';
import type { QuarantineReason } from '#contract/admin/review/review.ts';
import type { Money } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { findDonationOfPayment } from '#server/payments/index.ts';
import { readMessage, type QuarantinedMessage } from './quarantined-message.ts';

/** The unresolved messages about one payment. */
export interface QuarantinedPayment {
  /** The key of its oldest message. */
  readonly key: ProviderItemKey<'quarantined'>;
  /** Oldest first. */
  readonly messages: readonly QuarantinedMessage[];
  readonly paymentId: string | undefined;
  readonly amount: Money | undefined;
  /** The donation that records the payment, if there is one. */
  readonly donationId: string | undefined;
  readonly actions: readonly ReviewAction[];
}

/** Finds the payments with unresolved messages, newest first. */
export async function findQuarantinedPayments(db: Queryable): Promise<QuarantinedPayment[]> {
  const found: QuarantinedPayment[] = [];
  for (const messages of groupByPayment(await findMessages(db))) found.push(await toPayment(db, messages));
  return found;
}

/** Finds the payment of an unresolved message. Returns undefined if the message is resolved or unknown. */
export async function findQuarantinedPayment(
  db: Queryable,
  key: ProviderItemKey<'quarantined'>,
): Promise<QuarantinedPayment | undefined> {
  const entry = await db
    .selectFrom('quarantined_events')
    .selectAll()
    .where('provider', '=', key.provider)
    .where('event_id', '=', key.id)
    .where('resolved_at', 'is', null)
    .executeTakeFirst();
  if (!entry) return undefined;
  const own = readMessage(entry);
  const others = (await findMessages(db)).filter((message) => !isSameKey(message.key, key));
  const group = groupByPayment([own, ...others]).find((messages) => messages.includes(own));
  return toPayment(db, group ?? [own]);
}

const isSameKey = (one: ProviderItemKey, other: ProviderItemKey): boolean =>
  one.provider === other.provider && one.id === other.id;

/** More messages than a person reviews at a time. The next ones follow when these are resolved. */
const messagesMax = 500;

/** Finds unresolved messages, newest first. */
export async function findMessages(db: Queryable): Promise<QuarantinedMessage[]> {
  const entries = await db
    .selectFrom('quarantined_events')
    .selectAll()
    .where('resolved_at', 'is', null)
    .where('quarantined_at', '>', '')
    .orderBy('quarantined_at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(messagesMax)
    .execute();
  return entries.map(readMessage);
}

async function toPayment(db: Queryable, found: readonly QuarantinedMessage[]): Promise<QuarantinedPayment> {
  const messages = found.toSorted(
    (one, other) => compareTexts(one.at, other.at) || compareTexts(one.key.id, other.key.id),
  );
  const [oldest] = messages;
  if (!oldest) throw new TypeError('a quarantined payment has no messages');
  const paymentId = messages.find((message) => message.isPayment && message.paymentId)?.paymentId;
  const sessionId = messages.flatMap((message) => message.sessionId ?? message.invoiceId ?? [])[0];
  const { provider } = oldest.key;
  const donationId = await findDonationOfPayment(db, { provider, paymentId, sessionId });
  const amount = messages.find((message) => message.isPayment)?.amount ?? messages.find((one) => one.amount)?.amount;
  return {
    key: oldest.key,
    messages,
    paymentId: paymentId ?? messages.find((message) => message.paymentId)?.paymentId,
    amount,
    donationId,
    actions: actionsFor(messages, {
      isRefundable: paymentId !== undefined && donationId === undefined,
      isRecorded: donationId !== undefined,
    }),
  };
}

/**
 * The reasons that allow recording: the single entry point uses the provider's record to rebuild missing rows, and compares
 * everything again.
 */
const recordable: ReadonlySet<string> = new Set<QuarantineReason>(['unknown_session', 'not_in_catalogue']);

/** The reasons that allow a refund. Payments of other installations, accounts and modes are not ours to refund. */
const refundable: ReadonlySet<string> = new Set<QuarantineReason>([
  'unknown_session',
  'not_in_catalogue',
  'invalid_record',
  'other_record',
  'other_session',
  'other_amount',
  'other_currency',
  'plan_over',
  'refund_refused',
]);

function actionsFor(
  messages: readonly QuarantinedMessage[],
  { isRefundable, isRecorded }: { readonly isRefundable: boolean; readonly isRecorded: boolean },
): ReviewAction[] {
  const payments = messages.filter(({ isPayment }) => isPayment);
  const reasons = messages.map(({ reason }) => reason);
  const mayRecord = payments.length > 0 && !isRecorded && reasons.every((reason) => recordable.has(reason));
  const mayRefund = isRefundable && reasons.every((reason) => refundable.has(reason));
  return [...(mayRecord ? ['record' as const] : []), ...(mayRefund ? ['refund' as const] : []), 'dismiss'];
}
