import type Stripe from 'stripe';
import * as z from 'zod/mini';
import { isCurrencyCode, type CurrencyCode } from '#domain/money/currency.ts';
import { money, zero, type Money } from '#domain/money/money.ts';
import type {
  BalanceMovement,
  LiveBalanceReader,
  Period,
  ProviderBalance,
  ProviderPayout,
} from '#server/ports/balances.ts';
import { PermissionMissing, stripePermissions } from '#server/ports/permissions.ts';
import { ProviderUnavailable } from '#server/ports/provider.ts';
import { parseResponse, storableText } from '../provider-response.ts';
import {
  idOf,
  instantSchema,
  isForbidden,
  orUnavailable,
  referenceSchema,
  toMoney,
  toSeconds,
  translateList,
} from './stripe-responses.ts';

/** Reads our balance at Stripe. Leaves out currencies that we do not know: that money is not ours. */
export const stripeBalances = (stripe: Stripe): LiveBalanceReader => ({
  historyMs: Infinity,
  listPayouts: (period) =>
    translateList(
      stripe.payouts.list({
        created: createdIn(period),
        expand: ['data.balance_transaction', 'data.failure_balance_transaction'],
        limit: pageSize,
      }),
      stripePermissions.payouts,
      toPayout,
    ),
  listMovements: (period) =>
    translateList(
      stripe.balanceTransactions.list({ created: createdIn(period), expand: ['data.source'], limit: pageSize }),
      stripePermissions.balanceTransactions,
      toMovement,
    ),
  fetchBalance: async () => {
    const response = await orUnavailable(() => fetchBalance(stripe));
    if ('code' in response) throw new ProviderUnavailable(response.detail);
    return response.balance;
  },
});

const pageSize = 100;

const createdIn = ({ from, until }: Period) => ({ gte: toSeconds(from), lt: toSeconds(until) });

const movedSchema = z.object({ id: storableText, created: instantSchema });

const payoutSchema = z.object({
  id: storableText,
  amount: z.int(),
  currency: z.string(),
  status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
  created: instantSchema,
  arrival_date: instantSchema,
  balance_transaction: z.nullish(movedSchema),
  failure_balance_transaction: z.nullish(movedSchema),
});

/** Leaves out a payout that has not left the balance yet: it has no balance transaction, and a later run finds it with one. */
function toPayout(response: unknown): ProviderPayout | undefined {
  const payout = parseResponse(payoutSchema, response, 'payout');
  const amount = toMoney(payout.amount, payout.currency);
  const { balance_transaction: moved, failure_balance_transaction: returned } = payout;
  if (!amount || !moved) return undefined;
  return {
    payoutId: payout.id,
    amount,
    status: payout.status,
    createdAt: new Date(payout.created * 1000),
    arrivesAt: new Date(payout.arrival_date * 1000),
    movementId: moved.id,
    returned: returned ? { movementId: returned.id, at: new Date(returned.created * 1000) } : undefined,
  };
}

const movementSchema = z.object({
  id: storableText,
  type: storableText,
  net: z.int(),
  fee: z.int(),
  currency: z.string(),
  created: instantSchema,
  status: z.string(),
  description: z.nullish(storableText),
  balance_type: z.optional(z.string()),
  source: z.nullish(
    z.looseObject({ id: storableText, object: z.string(), payment_intent: z.nullish(referenceSchema) }),
  ),
});

/** Leaves out movements of Stripe's other balances, because we compare only the balance of payments. */
function toMovement(response: unknown): BalanceMovement | undefined {
  const movement = parseResponse(movementSchema, response, 'balance transaction');
  const net = toMoney(movement.net, movement.currency);
  const fee = toMoney(movement.fee, movement.currency);
  if (!net || !fee || (movement.balance_type ?? 'payments') !== 'payments') return undefined;
  return {
    movementId: movement.id,
    kind: movement.type,
    net,
    fee,
    occurredAt: new Date(movement.created * 1000),
    isAvailable: movement.status === 'available',
    description: movement.description ?? undefined,
    sourceId: sourceOf(movement),
    returnedPayoutId: movement.type === 'payout_failure' ? movement.source?.id : undefined,
  };
}

/** A charge counts as the payment that it belongs to. */
function sourceOf({ source }: z.infer<typeof movementSchema>): string | undefined {
  if (source?.object === 'charge') return source.payment_intent ? idOf(source.payment_intent) : source.id;
  return source?.id;
}

const amountsSchema = z.array(z.object({ amount: z.int(), currency: z.string() }));
const balanceSchema = z.object({ object: z.literal('balance'), available: amountsSchema, pending: amountsSchema });

async function fetchBalance(stripe: Stripe): Promise<{ readonly balance: ProviderBalance }> {
  try {
    const { available, pending } = parseResponse(balanceSchema, await stripe.balance.retrieve(), 'balance');
    const codes = [...available, ...pending].map(({ currency }) => currency.toUpperCase()).filter(isCurrencyCode);
    const amountIn = (amounts: z.infer<typeof amountsSchema>, code: CurrencyCode): Money =>
      amounts
        .filter(({ currency }) => currency.toUpperCase() === code)
        .reduce((sum, { amount }) => money(sum.amountMinor + amount, code), zero(code));
    return {
      balance: new Map(
        codes.map((code) => [code, { available: amountIn(available, code), pending: amountIn(pending, code) }]),
      ),
    };
  } catch (error) {
    if (isForbidden(error)) throw new PermissionMissing(stripePermissions.balance, { cause: error });
    throw error;
  }
}
