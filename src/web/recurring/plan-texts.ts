import type { Money } from '#domain/money/money.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { isChargeExpected, type Plan } from './plan.ts';

/** The status badge. `pending` means that the plan waits for a payment, the donor or a date. */
interface PlanBadge {
  readonly tone: 'good' | 'pending' | 'ended';
  readonly text: string;
}

export function badgeOf({ status, resumesAt, endedAt, waitsForCharity }: Plan): PlanBadge {
  if (waitsForCharity) return { tone: 'pending', text: 'Waiting for a charity' };
  switch (status) {
    case 'starting':
      return { tone: 'pending', text: 'Starting' };
    case 'active':
      return { tone: 'good', text: 'Active' };
    case 'past_due':
      return { tone: 'pending', text: 'Payment failed' };
    case 'paused':
      return { tone: 'pending', text: resumesAt ? `Paused until ${formatDay(resumesAt)}` : 'Paused' };
    case 'ended':
      return { tone: 'ended', text: endedAt ? `Ended on ${formatDay(endedAt)}` : 'Ended' };
  }
}

/** Says what the donor should know or do about the plan's status; `undefined` if there is nothing to say. */
export function adviceFor(plan: Plan): string | undefined {
  const { status, resumesAt } = plan;
  if (plan.waitsForCharity) return adviceOfWaiting(plan);
  switch (status) {
    case 'starting':
      return 'The first payment is not confirmed yet. Nothing else will be charged until it is.';
    case 'past_due':
      return 'The last payment did not go through. If your card has expired or changed, please replace it.';
    case 'paused':
      return resumesAt
        ? `Nothing is charged before ${formatDay(resumesAt)}. Then it resumes automatically.`
        : 'Nothing is charged until you resume it. If a payment failed, please replace your card first.';
    case 'active':
    case 'ended':
      return undefined;
  }
}

const adviceOfWaiting = ({ charityName, isPausedByDonor }: Plan): string =>
  `${charityName} no longer takes donations, so nothing is charged. Choose another charity, and your gift resumes ${
    isPausedByDonor ? 'after the pause that you chose' : 'with its next payment'
  }. The months in between are not charged.`;

/** Returns `Next gift on Dec 21, 2026`, if a gift is expected. */
export const nextGiftOf = (plan: Plan): string | undefined =>
  isChargeExpected(plan) ? `Next gift on ${formatDay(plan.nextChargeAt)}` : undefined;

/** Describes the gift: `$5.00 a month to World Pantry`. */
export const describeGift = ({ amount, charityName }: Plan, format: (amount: Money) => string): string =>
  `${format(amount)} a month to ${charityName}`;
