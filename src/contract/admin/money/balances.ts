import * as z from 'zod/mini';
import { movementAccounts } from '#domain/ledger/movement-accounts.ts';
import { reason } from '../reason.ts';

export const movementSentences = {
  unknown: 'There is no such movement.',
  notOffered: 'This movement cannot be booked to this account.',
} as const;

const provider = z.enum(['stripe', 'paypal']);

/** The balance at a provider and in our books at the same moment, in decimals of one currency. */
export const comparedBalance = z.object({
  provider,
  currency: z.string(),
  comparedAt: z.string(),
  /** The moment of the comparison. Both balances leave out what happened later. */
  asOf: z.string(),
  /** The part that the provider can pay out. */
  available: z.number(),
  /** The part that the provider cannot pay out: pending at Stripe, or withheld by PayPal. */
  pending: z.number(),
  ledger: z.number(),
  /** The sum of the movements that the ledger does not know. */
  unbooked: z.number(),
  /** The rest of the provider's balance, beyond `ledger` and `unbooked`. It needs review unless it is zero. */
  unexplained: z.number(),
});

export type ComparedBalance = z.infer<typeof comparedBalance>;

/** `GET /api/admin/balances`: the latest comparison with each provider, its unknown movements, and its payouts. */
export const balancesResponse = z.object({
  compared: z.array(comparedBalance),
  /** Permissions that our keys lacked in the latest daily run, and what to do. The balance of that provider was not compared. */
  missingPermissions: z.array(z.object({ provider, description: z.string() })),
  /** The latest 100 movements that the ledger does not know, newest first. */
  movements: z.array(
    z.object({
      provider,
      movementId: z.string(),
      /** The provider's name for this kind of movement. */
      kind: z.string(),
      amount: z.number(),
      currency: z.string(),
      description: z.nullable(z.string()),
      occurredAt: z.string(),
    }),
  ),
  /** The latest 50 payouts to our bank, newest first. */
  payouts: z.array(
    z.object({
      provider,
      payoutId: z.string(),
      amount: z.number(),
      currency: z.string(),
      status: z.enum(['pending', 'in_transit', 'paid', 'failed', 'canceled']),
      createdAt: z.string(),
      /** A day, YYYY-MM-DD; null if the provider does not report it. */
      arrivesOn: z.nullable(z.string()),
    }),
  ),
});

/** `POST /api/admin/balances/movements`. */
export const bookMovementRequest = z.object({
  provider,
  movementId: z.string(),
  account: z.enum(movementAccounts),
  reason,
});

export type BookMovementRequest = z.infer<typeof bookMovementRequest>;

export const bookMovementResponse = z.object({ status: z.literal('booked') });

export type BalancesResponse = z.infer<typeof balancesResponse>;
