import type { PaymentStatus } from '#domain/payment/payment-state.ts';
import type { BookedPayment, ListedSession } from './provider-client.ts';
import type { BothBooks, IntentFacts } from './read-books.ts';

/** How the product's books differ from the provider's; all lists are empty when they agree. */
export interface Comparison {
  /** Payments that the provider took. */
  readonly paidCount: number;
  /** Paid sessions without a donation. */
  readonly lost: readonly string[];
  /** Donations or receipts that stand more than once for one payment. */
  readonly doubled: readonly string[];
  /** Every other difference. */
  readonly different: readonly string[];
}

/** Compares both books: each paid session is one donation of its sum with one receipt, and nothing else stands. */
export function compareBooks(books: BothBooks): Comparison {
  const sessions = new Map(books.sessions.map((session) => [session.id, session]));
  const paid = books.payments.filter((payment) => payment.amountReceivedMinor > 0);
  const intentOf = (payment: BookedPayment) => sessions.get(payment.checkoutSessionId)?.metadata.intent_id;
  const donationsOf = Map.groupBy(books.donations, (donation) => donation.intentId);
  const receiptsOf = Map.groupBy(books.outboxKeys, (key) => key);
  const paidIntents = new Set(paid.map(intentOf));
  const donationsFor = (payment: BookedPayment) => donationsOf.get(intentOf(payment) ?? '') ?? [];
  return {
    paidCount: paid.length,
    lost: paid.filter((payment) => donationsFor(payment).length === 0).map((payment) => payment.checkoutSessionId),
    doubled: [
      ...paid.filter((payment) => donationsFor(payment).length > 1).map((payment) => payment.checkoutSessionId),
      ...repeated(books.donations.map((donation) => donation.id)),
      ...repeated(books.outboxKeys),
      ...repeated(paid.map((payment) => payment.checkoutSessionId)),
    ],
    different: [
      ...paid.flatMap((payment) => wrongSums(payment, donationsFor(payment))),
      ...books.donations
        .filter((donation) => !paidIntents.has(donation.intentId))
        .map((donation) => `a donation that nobody paid: ${donation.id}`),
      ...books.donations
        .filter((donation) => !receiptsOf.has(`receipt:${donation.id}`))
        .map((donation) => `a donation without a receipt: ${donation.id}`),
      ...(books.outboxKeys.length > books.donations.length ? ['a receipt without a donation'] : []),
      ...sessionFindings(books),
      ...books.alarms,
    ],
  };
}

function wrongSums(payment: BookedPayment, donations: BothBooks['donations']): string[] {
  const sum = `${payment.amountReceivedMinor} ${payment.currency.toUpperCase()}`;
  return donations
    .filter((donation) => `${donation.amountMinor} ${donation.currency}` !== sum)
    .map((donation) => `paid ${sum}, booked ${donation.amountMinor} ${donation.currency}: ${donation.id}`);
}

/** Each session belongs to one intent, each intent has one session at most, and both say the same of the payment. */
function sessionFindings({ sessions, intents, payments }: BothBooks): string[] {
  const intentOf = new Map(intents.map((intent) => [intent.id, intent]));
  const paymentOf = new Map(payments.map((payment) => [payment.checkoutSessionId, payment]));
  return [
    ...repeated(sessions.map((session) => session.metadata.intent_id)).map(
      (id) => `an intent with two sessions: ${id}`,
    ),
    ...intents.filter((intent) => intent.key === null).map((intent) => `a key that made a second intent: ${intent.id}`),
    ...sessions.flatMap((session) =>
      stateFindings(session, paymentOf.get(session.id), intentOf.get(session.metadata.intent_id)),
    ),
  ];
}

function stateFindings(
  session: ListedSession,
  payment: BookedPayment | undefined,
  intent: IntentFacts | undefined,
): string[] {
  if (!intent) return [`a session of no intent: ${session.id}`];
  if (intent.sessionId !== null && intent.sessionId !== session.id) return [`another session noted: ${session.id}`];
  const status = statusOf(session, payment);
  return intent.status === status ? [] : [`${intent.status} with us, ${status} at the provider: ${intent.id}`];
}

/** The state of a payment as the provider's books tell it. */
function statusOf(session: ListedSession, payment: BookedPayment | undefined): PaymentStatus {
  if (session.payment_status === 'paid') return 'settled';
  if (session.status === 'open') return 'pending';
  if (session.status === 'expired') return 'expired';
  return payment?.state === 'processing' ? 'processing' : 'failed';
}

function repeated(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
