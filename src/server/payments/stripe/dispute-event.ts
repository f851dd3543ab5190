import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { ReversalEvent, ReversalFact, ReversalMovement } from '#domain/payment/reversal.ts';
import type { FetchedDispute, ProviderFee } from '#server/ports/provider.ts';
import { derivedEventId, firstWithdrawal, lenientOptional, parseResponse, storableText } from '../provider-response.ts';
import { balanceTransactionSchema, feesOf } from './balance-transactions.ts';
import { idOf, instantSchema, referenceSchema, toMoney } from './stripe-responses.ts';

/** The fields of a dispute that we read. */
const disputeSchema = z.object({
  id: storableText,
  object: z.literal('dispute'),
  amount: z.int(),
  currency: z.string(),
  status: z.string(),
  created: instantSchema,
  payment_intent: z.nullish(referenceSchema),
  balance_transactions: z.array(balanceTransactionSchema),
  evidence_details: lenientOptional(z.object({ due_by: z.nullish(instantSchema) })),
});

type Dispute = z.infer<typeof disputeSchema>;

export async function fetchDispute(stripe: Stripe, isLive: boolean, disputeId: string): Promise<FetchedDispute> {
  try {
    return readDispute(await stripe.disputes.retrieve(disputeId), isLive);
  } catch (error) {
    const isMissing = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 404;
    if (isMissing) return { code: 'not_found' };
    throw error;
  }
}

/** Reads a dispute from Stripe's response. */
export function readDispute(response: unknown, isLive: boolean): FetchedDispute {
  try {
    return { code: 'fetched', event: stateOfDispute(response, isLive), fees: feesOfDispute(response) };
  } catch (error) {
    if (error instanceof TypeError) return { code: 'unreadable', detail: error.message };
    throw error;
  }
}

/** Returns Stripe's fees for a dispute; none if the dispute has a problem. Throws TypeError for an unreadable object. */
export function feesOfDispute(response: unknown): ProviderFee[] {
  const dispute = parseDispute(response);
  const { payment_intent: payment, balance_transactions: transactions } = dispute;
  return payment && problemOf(dispute) === undefined ? feesOf(idOf(payment), transactions) : [];
}

const parseDispute = (response: unknown): Dispute => parseResponse(disputeSchema, response, 'dispute');

/**
 * Translates the state of a dispute into an event, with its balance transactions as movements. The event's id is derived from
 * both, so the same state is the same event. `undefined` if the dispute names no payment intent. Throws TypeError for an
 * unreadable object.
 */
export function stateOfDispute(response: unknown, isLive: boolean): ReversalEvent | undefined {
  const dispute = parseDispute(response);
  if (!dispute.payment_intent) return undefined;
  const fact = factOfStatus[dispute.status];
  const movements = movementsOf(dispute);
  const problem = problemOf(dispute);
  const moved = dispute.balance_transactions.map(({ id }) => id);
  return {
    provider: 'stripe',
    eventId: derivedEventId(dispute.id, [dispute.status, ...moved].join(':')),
    occurredAt: new Date(dispute.created * 1000),
    isLive,
    account: undefined,
    reversalId: dispute.id,
    kind: 'dispute',
    paymentId: idOf(dispute.payment_intent),
    fact: fact ?? 'noted',
    amount: toMoney(dispute.amount, dispute.currency) ?? firstWithdrawal(movements),
    movements,
    evidenceDueAt: dueAtOf(dispute),
    ...(problem === undefined ? {} : { problem }),
  };
}

/** The deadline for our response; null unless Stripe is waiting for it. */
function dueAtOf({ status, evidence_details: evidence }: Dispute): Date | null {
  const dueBy = status.endsWith('needs_response') ? evidence?.due_by : undefined;
  return dueBy ? new Date(dueBy * 1000) : null;
}

/** A prevented dispute was settled by giving the money back, so it is a loss. The balance transactions say what moved. */
const factOfStatus: Readonly<Record<string, ReversalFact>> = {
  warning_needs_response: 'noted',
  warning_under_review: 'noted',
  warning_closed: 'noted',
  needs_response: 'taken',
  under_review: 'taken',
  appeal_needs_response: 'taken',
  appeal_under_review: 'taken',
  won: 'returned',
  lost: 'lost',
  prevented: 'lost',
};

/** Returns the movements of a dispute. Leaves out currencies that we do not know; `problemOf` reports them. */
const movementsOf = ({ balance_transactions: transactions }: Dispute): ReversalMovement[] =>
  transactions.flatMap(({ id, amount, currency, created }) => {
    const moved = toMoney(amount, currency);
    return moved ? [{ movementId: id, amount: moved, occurredAt: new Date(created * 1000) }] : [];
  });

function problemOf({ status, balance_transactions: transactions }: Dispute): ReversalEvent['problem'] {
  if (factOfStatus[status] === undefined) return 'unknown_status';
  const isReadable = transactions.every(
    ({ amount, fee, net, currency }) => net === amount - fee && toMoney(amount, currency) !== undefined,
  );
  return isReadable ? undefined : 'sums_differ';
}
