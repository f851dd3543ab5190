import * as z from 'zod/mini';
import { movementAccounts } from '#domain/ledger/movement-accounts.ts';
import { reason } from '../reason.ts';

export const movementSentences = {
  unknown: 'There is no such movement.',
  notOffered: 'This movement cannot be booked to this account.',
} as const;

const provider = z.enum(['stripe', 'paypal']);

/** What a provider held and what our books said at one moment, in decimals of one currency. */
export const comparedBalance = z.object({
  provider,
  currency: z.string(),
  comparedAt: z.string(),
  /** Both sides leave out what happened later. */
  asOf: z.string(),
  /** What the provider held and can pay out. */
  available: z.number(),
  /** What the provider held and cannot pay out: pending at Stripe, or withheld by PayPal. */
  pending: z.number(),
  ledger: z.number(),
  /** The sum of the movements that the ledger does not know. */
  unbooked: z.number(),
  /** What the provider held beyond both. It needs review unless it is zero. */
  unexplained: z.number(),
});

export type ComparedBalance = z.infer<typeof comparedBalance>;

/** `GET /api/admin/balances`: the latest comparison with each provider, and what moved its balance besides payments. */
export const balancesResponse = z.object({
  compared: z.array(comparedBalance),
  /** What our keys could not read in the latest daily run, and what to do about it. The balance of that provider was not compared. */
  missingPermissions: z.array(z.object({ provider, description: z.string() })),
  /** The latest 100 movements that the ledger does not know, newest first. */
  movements: z.array(
    z.object({
      provider,
      movementId: z.string(),
      /** What the provider calls it. */
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
      /** A day, YYYY-MM-DD. Null when the provider does not report it. */
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
