import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { negate, type Money } from '#domain/money/money.ts';
import type {
  DisputeDecision,
  ReversalEvent,
  ReversalFact,
  ReversalMovement,
  ReversalProblem,
} from '#domain/payment/reversal.ts';
import type { FetchedDispute, ProviderFee } from '#server/ports/provider.ts';
import { derivedEventId, firstWithdrawal, lenientOptional, parseResponse, storableText } from '../provider-response.ts';
import { attemptMs, describeResponse } from './client/paypal-response.ts';
import type { PayPalClient } from './client/paypal-client.ts';
import { instantSchema, readMoney, wireMoney } from './wire-shapes.ts';

const text = storableText.check(z.maxLength(500));

const movementFields = {
  type: text,
  reason: z.optional(text),
  amount: wireMoney,
  initiated_time: instantSchema,
};

/** The fields of a dispute that we read. PayPal lists its movements in `fund_movements`, formerly `money_movements`. */
const wireDispute = z.object({
  dispute_id: text,
  create_time: instantSchema,
  update_time: z.optional(instantSchema),
  status: text,
  disputed_transactions: z.optional(z.array(z.object({ seller_transaction_id: z.optional(text) }))),
  dispute_life_cycle_stage: z.optional(text),
  seller_response_due_date: lenientOptional(instantSchema),
  dispute_amount: z.optional(wireMoney),
  dispute_outcome: z.optional(z.object({ outcome_code: z.optional(text), amount_refunded: z.optional(wireMoney) })),
  fund_movements: z.optional(z.array(z.object({ ...movementFields, party: text }))),
  money_movements: z.optional(z.array(z.object({ ...movementFields, affected_party: text }))),
});

type WireDispute = z.infer<typeof wireDispute>;

/** Fetches a dispute. Rejects with NoResponse. */
export async function fetchDispute(client: PayPalClient, isLive: boolean, disputeId: string): Promise<FetchedDispute> {
  const path = `/v1/customer/disputes/${encodeURIComponent(disputeId)}`;
  const response = await client.fetch(client.limit(attemptMs), { method: 'GET', path });
  if (response.status === 404) return { code: 'not_found' };
  if (response.status === 403) return { code: 'not_permitted', detail: describeResponse(response) };
  if (response.status !== 200) return { code: 'unavailable', detail: describeResponse(response) };
  try {
    return stateOfDispute(parseResponse(wireDispute, response.content, 'dispute'), isLive);
  } catch (error) {
    if (error instanceof TypeError) return { code: 'unreadable', detail: error.message };
    throw error;
  }
}

function stateOfDispute(dispute: WireDispute, isLive: boolean): FetchedDispute {
  const [paymentId, ...others] = [
    ...new Set(dispute.disputed_transactions?.flatMap(({ seller_transaction_id: id }) => id ?? [])),
  ];
  if (paymentId === undefined) return { code: 'fetched', event: undefined, fees: [] };
  const listed = sellerMovements(dispute);
  const movements = movementsOf(listed);
  const fact = factOf(dispute, movements);
  const amount = readMoney(dispute.dispute_amount) ?? firstWithdrawal(movements);
  const decision = fact === 'lost' && movements.length === 0 ? decisionOf(dispute, amount) : undefined;
  const problem =
    fact === undefined ? 'unknown_status' : decision === 'contradictory' ? 'sums_differ' : problemOf(listed, others);
  const event: ReversalEvent = {
    provider: 'paypal',
    eventId: derivedEventId(dispute.dispute_id, `${dispute.status}:${fact ?? 'unknown'}:${digestOf(listed, decision)}`),
    occurredAt: new Date(dispute.create_time),
    isLive,
    account: undefined,
    reversalId: dispute.dispute_id,
    kind: 'dispute',
    paymentId,
    fact: fact ?? 'noted',
    amount,
    movements,
    evidenceDueAt: dueAtOf(dispute),
    ...(typeof decision === 'object' ? { decision } : {}),
    ...(problem === undefined ? {} : { problem }),
  };
  return { code: 'fetched', event, fees: feesOf(listed, paymentId) };
}

/** The deadline for our response; null unless PayPal is waiting for it. */
const dueAtOf = ({ status, seller_response_due_date: dueAt }: WireDispute): Date | null =>
  dueAt !== undefined && (status === 'OPEN' || status === 'WAITING_FOR_SELLER_RESPONSE') ? new Date(dueAt) : null;

/** A movement of our own money. PayPal gives it no id, so its fields are its id. */
interface SellerMovement {
  readonly movementId: string;
  readonly isFee: boolean;
  /** True if we know its type and reason. */
  readonly isKnown: boolean;
  /** Negative if the money left us; undefined if unreadable. */
  readonly amount: Money | undefined;
  readonly occurredAt: Date;
}

function sellerMovements({ dispute_id: disputeId, ...dispute }: WireDispute): SellerMovement[] {
  const all =
    dispute.fund_movements ??
    dispute.money_movements?.map(({ affected_party: party, ...movement }) => ({ ...movement, party })) ??
    [];
  const seen = new Map<string, number>();
  return all.flatMap(({ party, type, reason = 'DISPUTE_SETTLEMENT', amount: reported, initiated_time: at }) => {
    if (party !== 'SELLER') return [];
    const amount = readMoney({ ...reported, value: reported.value.replace(/^-/, '') });
    const fields = [disputeId, type, reason, at, reported.value].join(':');
    const earlier = seen.get(fields) ?? 0;
    seen.set(fields, earlier + 1);
    return [
      {
        movementId: earlier === 0 ? fields : `${fields}:${earlier}`,
        isFee: feeReasons.has(reason),
        isKnown: (type === 'DEBIT' || type === 'CREDIT') && (feeReasons.has(reason) || reason === 'DISPUTE_SETTLEMENT'),
        amount: amount && (type === 'DEBIT' ? negate(amount) : amount),
        occurredAt: new Date(at),
      },
    ];
  });
}

const feeReasons: ReadonlySet<string> = new Set(['DISPUTE_FEE', 'CHARGEBACK_FEE', 'DISPUTE_SETTLEMENT_FEE']);

/** Identifies the movements of a dispute's state and the refund of its decision. */
function digestOf(listed: readonly SellerMovement[], decision: Decision): string {
  const movementIds = listed.map(({ movementId }) => movementId);
  const content = typeof decision === 'object' ? [movementIds, decision.refunded] : movementIds;
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

/** Finds why a dispute needs review. A dispute of several payments does not say which of them its money belongs to. */
function problemOf(listed: readonly SellerMovement[], others: readonly string[]): ReversalProblem | undefined {
  if (listed.some(({ isKnown }) => !isKnown)) return 'unknown_status';
  return others.length > 0 || listed.some(({ amount }) => amount === undefined) ? 'sums_differ' : undefined;
}

/** Returns the movements that are not fees. Leaves out unreadable amounts; `problemOf` reports them. */
const movementsOf = (listed: readonly SellerMovement[]): ReversalMovement[] =>
  listed.flatMap(({ movementId, isFee, amount, occurredAt }) =>
    isFee || !amount ? [] : [{ movementId, amount, occurredAt }],
  );

function feesOf(listed: readonly SellerMovement[], paymentId: string): ProviderFee[] {
  return listed.flatMap(({ isFee, movementId, amount, occurredAt }) =>
    isFee && amount ? [{ provider: 'paypal', feeId: movementId, paymentId, fee: negate(amount), occurredAt }] : [],
  );
}

/** `undefined` for a status or outcome that we do not know. An inquiry moves no money, so nothing is returned when it ends. */
function factOf(
  { status, dispute_outcome: outcome, dispute_life_cycle_stage: stage }: WireDispute,
  movements: readonly ReversalMovement[],
): ReversalFact | undefined {
  if (openStatuses.has(status)) return movements.length > 0 ? 'taken' : 'noted';
  const fact = status === 'RESOLVED' ? factOfOutcome[outcome?.outcome_code ?? ''] : undefined;
  return fact === 'returned' && stage === 'INQUIRY' && movements.length === 0 ? 'noted' : fact;
}

const openStatuses: ReadonlySet<string> = new Set([
  'OPEN',
  'WAITING_FOR_BUYER_RESPONSE',
  'WAITING_FOR_SELLER_RESPONSE',
  'UNDER_REVIEW',
]);

type Decision = DisputeDecision | 'contradictory' | undefined;

/** Reads the refund to the payer of a lost dispute. Zero, or a currency other than the dispute's, contradicts the loss. */
function decisionOf(
  { create_time: createdAt, update_time: decidedAt = createdAt, dispute_outcome: outcome }: WireDispute,
  amount: Money | undefined,
): Decision {
  if (!outcome?.amount_refunded) return undefined;
  const refunded = readMoney(outcome.amount_refunded);
  if (!refunded || refunded.amountMinor <= 0 || refunded.currency !== amount?.currency) return 'contradictory';
  return { refunded, decidedAt: new Date(decidedAt) };
}

/**
 * `RESOLVED_WITH_PAYOUT` means that PayPal itself has paid one of the parties, and after `NONE` another dispute follows.
 * Neither says who gets the money.
 */
const factOfOutcome: Readonly<Record<string, ReversalFact>> = {
  RESOLVED_SELLER_FAVOUR: 'returned',
  CANCELED_BY_BUYER: 'returned',
  DENIED: 'returned',
  RESOLVED_BUYER_FAVOUR: 'lost',
  ACCEPTED: 'lost',
  RESOLVED_WITH_PAYOUT: 'noted',
  NONE: 'noted',
};
