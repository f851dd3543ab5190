import { toDecimal } from '#domain/money/money.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow } from '#server/db/tables.ts';
import type { Announcement } from '#server/webhooks/index.ts';

/** Creates the announcement to other programs that an intent has settled. */
export function settledEvent(intent: DonationIntentRow, paidAt: Date): Announcement<'donation.settled'> {
  const { subtotal, serviceFee, total } = chargeOf(intent);
  return {
    cause: intent.donation_id,
    at: paidAt,
    data: {
      donationId: intent.donation_id,
      charityId: intent.charity_id,
      planId: intent.plan_id,
      state: 'settled',
      amount: toDecimal(subtotal),
      serviceFee: toDecimal(serviceFee),
      total: toDecimal(total),
      currency: total.currency,
      settledAt: paidAt.toISOString(),
    },
  };
}
