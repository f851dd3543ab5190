import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type { PaymentEvent } from '#domain/payment/payment-event.ts';
import type { ReversalEvent } from '#domain/payment/reversal.ts';
import type { ProviderFee } from '#server/ports/provider.ts';
import { parseAnswer, storableText } from '../provider-answer.ts';
import { stateOfReversal } from './reversal-event.ts';
import { stateOfSession } from './session-event.ts';
import { instantSchema, toMoney, toSeconds, translateList } from './stripe-answers.ts';
import { paymentMessages, translateMessage } from './stripe-webhook.ts';

/** The state of every checkout session created since an instant. */
export const listSessionStates = (stripe: Stripe, since: Date): AsyncIterable<PaymentEvent> =>
  translateList(
    stripe.checkout.sessions.list({
      created: { gte: toSeconds(since) },
      limit: pageSize,
      expand: ['data.payment_intent.latest_charge'],
    }),
    stateOfSession,
  );

/** The payment events among Stripe's own events since an instant. Stripe keeps them for 30 days. */
export const listMessages = (stripe: Stripe, since: Date): AsyncIterable<PaymentEvent> =>
  translateList(
    stripe.events.list({ created: { gte: toSeconds(since) }, types: [...paymentMessages], limit: pageSize }),
    translateMessage,
  );

/** The state of every refund and dispute created since an instant. */
export async function* listReversals(
  stripe: Stripe,
  isLive: boolean,
  since: { readonly refunds: Date; readonly disputes: Date },
): AsyncGenerator<ReversalEvent> {
  const stateOf = (reversal: unknown) => stateOfReversal(reversal, isLive);
  yield* translateList(stripe.refunds.list({ created: { gte: toSeconds(since.refunds) }, limit: pageSize }), stateOf);
  yield* translateList(stripe.disputes.list({ created: { gte: toSeconds(since.disputes) }, limit: pageSize }), stateOf);
}

/** Stripe's fees for charges and disputes created since an instant. */
export async function* listFees(
  stripe: Stripe,
  since: { readonly charges: Date; readonly disputes: Date },
): AsyncGenerator<ProviderFee> {
  const ofCharges = { created: { gte: toSeconds(since.charges) }, expand: ['data.balance_transaction'] };
  const ofDisputes = { created: { gte: toSeconds(since.disputes) } };
  yield* flatten(translateList(stripe.charges.list({ ...ofCharges, limit: pageSize }), feesOfCharge));
  yield* flatten(translateList(stripe.disputes.list({ ...ofDisputes, limit: pageSize }), feesOfDispute));
}

const pageSize = 100;

async function* flatten<Item>(lists: AsyncIterable<readonly Item[]>): AsyncGenerator<Item> {
  for await (const list of lists) yield* list;
}

/** The fields of a balance transaction that we read. */
const balanceTransactionSchema = z.object({
  id: storableText,
  fee: z.int(),
  currency: z.string(),
  created: instantSchema,
});

const chargeSchema = z.object({
  payment_intent: z.nullish(storableText),
  balance_transaction: z.nullish(balanceTransactionSchema),
});

const disputeSchema = z.object({
  payment_intent: z.nullish(storableText),
  balance_transactions: z.array(balanceTransactionSchema),
});

function feesOfCharge(answer: unknown): ProviderFee[] {
  const charge = parseAnswer(chargeSchema, answer, 'charge');
  return feesOf(charge.payment_intent, charge.balance_transaction ? [charge.balance_transaction] : []);
}

function feesOfDispute(answer: unknown): ProviderFee[] {
  const dispute = parseAnswer(disputeSchema, answer, 'dispute');
  return feesOf(dispute.payment_intent, dispute.balance_transactions);
}

/** Leaves out currencies that we do not know: their payments are not ours. */
function feesOf(
  paymentId: string | null | undefined,
  transactions: readonly z.infer<typeof balanceTransactionSchema>[],
): ProviderFee[] {
  return transactions.flatMap(({ id, fee, currency, created }) => {
    const feeMoney = toMoney(fee, currency);
    if (typeof paymentId !== 'string' || fee === 0 || !feeMoney) return [];
    return [{ provider: 'stripe', feeId: id, paymentId, fee: feeMoney, occurredAt: new Date(created * 1000) }];
  });
}
