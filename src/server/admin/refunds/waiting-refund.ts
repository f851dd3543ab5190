import * as z from 'zod/mini';
import { money, type Money } from '#domain/money/money.ts';
import { needsSecondPerson } from '#domain/staff/refund-limit.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { storedCurrency } from '#server/db/row-money.ts';
import type { Deps } from '#server/deps.ts';
import { findWaitingApproval, requestApproval, type Actor } from '#server/staff/index.ts';
import type { RefundableDonation, RequestedRefund } from './queries.ts';

/** A refund that waits for a second person. `remainingMinor` is what was left when it was requested. */
export const waitingRefund = z.object({
  amountMinor: z.int(),
  remainingMinor: z.int(),
  currency: storedCurrency,
  isRest: z.boolean(),
  key: z.nullable(z.string()),
});

export type WaitingRefund = z.infer<typeof waitingRefund>;

export const amountOf = ({ amountMinor, currency }: WaitingRefund): Money => money(amountMinor, currency);

/** Finds the refund of a donation that waits for a second person. Returns undefined if there is none. */
export async function findWaitingRefund(db: Queryable, donationId: string): Promise<WaitingRefund | undefined> {
  const approval = await findWaitingApproval(db, 'refund', donationId);
  return approval && waitingRefund.parse(JSON.parse(approval.payload));
}

/**
 * Returns true if a refund and the earlier ones together need a second person. Those that the provider refused do not count, and
 * the donation's rate converts the amounts.
 */
export const refundNeedsSecondPerson = (
  { config }: Pick<Deps, 'config'>,
  { exchange_rate: rate }: Pick<RefundableDonation, 'exchange_rate'>,
  amount: Money,
  earlier: readonly RequestedRefund[],
): boolean => {
  const made = earlier.filter(({ job }) => job !== 'refused').map((refund) => refund.amount);
  return needsSecondPerson([amount, ...made], config.refundApprovalAbove, rate);
};

interface RefundToApprove {
  readonly donationId: string;
  readonly amount: Money;
  readonly remaining: Money;
  readonly request: {
    readonly amount?: number | undefined;
    readonly key?: string | undefined;
    readonly reason: string;
  };
}

/** Requests a second person's approval of a refund. */
export async function requestRefundApproval(
  deps: Deps,
  tx: Tx,
  requester: Exclude<Actor, 'system'>,
  { donationId, amount, remaining, request }: RefundToApprove,
): Promise<void> {
  const payload: WaitingRefund = {
    amountMinor: amount.amountMinor,
    remainingMinor: remaining.amountMinor,
    currency: amount.currency,
    isRest: request.amount === undefined,
    key: request.key ?? null,
  };
  const subject = { kind: 'donation', id: donationId } as const;
  await requestApproval(deps, tx, { kind: 'refund', subject, payload, reason: request.reason, requester });
}
