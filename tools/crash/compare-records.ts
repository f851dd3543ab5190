import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { ProviderPayment, ListedSession } from './provider-client.ts';
import type { BothRecords, ComparedIntent } from './read-records.ts';

/** The differences between our records and the provider's; all lists are empty when they match. */
export interface Comparison {
  /** Number of payments that the provider collected. */
  readonly paidCount: number;
  /** Paid sessions without a donation. */
  readonly lost: readonly string[];
  /** Payments, donations and receipts that exist more than once. */
  readonly doubled: readonly string[];
  /** Every other difference. */
  readonly different: readonly string[];
}

/** Checks that each paid session has exactly one donation of the same amount with one receipt, and that nothing else exists. */
export function compareRecords(records: BothRecords): Comparison {
  const sessions = new Map(records.sessions.map((session) => [session.id, session]));
  const paid = records.payments.filter((payment) => payment.amountReceivedMinor > 0);
  const intentOf = (payment: ProviderPayment) => sessions.get(payment.checkoutSessionId)?.metadata.intent_id;
  const donationsOf = Map.groupBy(records.donations, (donation) => donation.intentId);
  const receiptsOf = Map.groupBy(records.outboxKeys, (key) => key);
  const paidIntents = new Set(paid.map(intentOf));
  const donationsFor = (payment: ProviderPayment) => donationsOf.get(intentOf(payment) ?? '') ?? [];
  return {
    paidCount: paid.length,
    lost: paid.filter((payment) => donationsFor(payment).length === 0).map((payment) => payment.checkoutSessionId),
    doubled: [
      ...paid.filter((payment) => donationsFor(payment).length > 1).map((payment) => payment.checkoutSessionId),
      ...repeated(records.donations.map((donation) => donation.id)),
      ...repeated(records.outboxKeys),
      ...repeated(paid.map((payment) => payment.checkoutSessionId)),
    ],
    different: [
      ...paid.flatMap((payment) => wrongAmounts(payment, donationsFor(payment))),
      ...records.donations
        .filter((donation) => !paidIntents.has(donation.intentId))
        .map((donation) => `a donation without a payment: ${donation.id}`),
      ...records.donations
        .filter((donation) => !receiptsOf.has(`receipt:${donation.id}`))
        .map((donation) => `a donation without a receipt: ${donation.id}`),
      ...(records.outboxKeys.length > records.donations.length ? ['a receipt without a donation'] : []),
      ...sessionProblems(records),
      ...records.problems,
    ],
  };
}

function wrongAmounts(payment: ProviderPayment, donations: BothRecords['donations']): string[] {
  const paid = `${payment.amountReceivedMinor} ${payment.currency.toUpperCase()}`;
  return donations
    .filter((donation) => `${donation.amountMinor} ${donation.currency}` !== paid)
    .map((donation) => `paid ${paid}, recorded ${donation.amountMinor} ${donation.currency}: ${donation.id}`);
}

/** Checks that each session belongs to one intent, each intent has at most one session, and both have the same payment status. */
function sessionProblems({ sessions, intents, payments }: BothRecords): string[] {
  const intentsById = new Map(intents.map((intent) => [intent.id, intent]));
  const paymentsBySession = new Map(payments.map((payment) => [payment.checkoutSessionId, payment]));
  return [
    ...repeated(sessions.map((session) => session.metadata.intent_id)).map(
      (id) => `an intent with two sessions: ${id}`,
    ),
    ...intents
      .filter((intent) => intent.key === null)
      .map((intent) => `a key that created a second intent: ${intent.id}`),
    ...sessions.flatMap((session) =>
      stateProblems(session, paymentsBySession.get(session.id), intentsById.get(session.metadata.intent_id)),
    ),
  ];
}

function stateProblems(
  session: ListedSession,
  payment: ProviderPayment | undefined,
  intent: ComparedIntent | undefined,
): string[] {
  if (!intent) return [`a session without an intent: ${session.id}`];
  if (intent.sessionId !== null && intent.sessionId !== session.id) return [`another session recorded: ${session.id}`];
  const status = statusOf(session, payment);
  return intent.status === status ? [] : [`${intent.status} here, ${status} at the provider: ${intent.id}`];
}

/** The payment status according to the provider. */
function statusOf(session: ListedSession, payment: ProviderPayment | undefined): PaymentStatus {
  if (session.payment_status === 'paid') return 'settled';
  if (session.status === 'open') return 'pending';
  if (session.status === 'expired') return 'expired';
  return payment?.state === 'processing' ? 'processing' : 'failed';
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
