import { add, subtract, sum, toDecimal, type Money } from '#domain/money/money.ts';
import type { ReversedParts } from '#domain/payment/reversed-parts.ts';
import type { Tx } from '#server/db/database.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { announce } from '#server/webhooks/index.ts';
import type { ReversalChange } from './enqueue-reversal-mails.ts';

/**
 * Announces to other programs how much of a donation and its fee was refunded. The part of a reversal beyond the charge is our
 * loss and is not announced. `parts` covers all reversals of the donation, not only the changed ones.
 */
export async function announceReversals(
  deps: Deps,
  tx: Tx,
  intent: DonationIntentRow,
  { changes, parts }: { readonly changes: readonly ReversalChange[]; readonly parts: readonly ReversedParts[] },
): Promise<void> {
  const { total } = chargeOf(intent);
  const refunded = sum(parts.map(takenFromCharge), total.currency);
  for (const { reversal, cause, before, after } of changes) {
    const taken = subtract(takenFromCharge(after), takenFromCharge(before));
    if (taken.amountMinor === 0) continue;
    await announce(deps, tx, 'donation.refunded', () => ({
      cause,
      at: new Date(reversal.occurred_at),
      data: {
        donationId: intent.donation_id,
        charityId: intent.charity_id,
        planId: intent.plan_id,
        cause: reversal.kind,
        state: stateOf(refunded, total),
        amount: toDecimal(taken),
        refunded: toDecimal(refunded),
        total: toDecimal(total),
        currency: total.currency,
        refundedAt: new Date(reversal.occurred_at).toISOString(),
      },
    }));
  }
}

const takenFromCharge = ({ subtotal, serviceFee }: ReversedParts): Money => add(subtotal, serviceFee);

function stateOf(refunded: Money, total: Money): 'settled' | 'partly_refunded' | 'refunded' {
  if (refunded.amountMinor === 0) return 'settled';
  return refunded.amountMinor < total.amountMinor ? 'partly_refunded' : 'refunded';
}
