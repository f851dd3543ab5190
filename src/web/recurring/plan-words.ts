import { formatMoney } from '#domain/money/format.ts';
import { formatDay } from '#web/ui/format-date.ts';
import type { Plan } from './plan.ts';

/** How a monthly gift stands, in a word or two; `good` where nothing waits to be done, `over` where nothing can be. */
export interface Standing {
  readonly tone: 'good' | 'open' | 'over';
  readonly text: string;
}

/** How a monthly gift stands, for its badge. */
export function standingOf({ status, pausedUntil, endedAt }: Plan): Standing {
  switch (status) {
    case 'starting':
      return { tone: 'open', text: 'Starting' };
    case 'active':
      return { tone: 'good', text: 'Active' };
    case 'past_due':
      return { tone: 'open', text: 'Payment failed' };
    case 'paused':
      return { tone: 'open', text: pausedUntil ? `Paused until ${formatDay(pausedUntil)}` : 'Paused' };
    case 'ended':
      return { tone: 'over', text: endedAt ? `Ended on ${formatDay(endedAt)}` : 'Ended' };
  }
}

/** What a donor should know or do about a monthly gift as it stands; `undefined` when all is well. */
export function adviceFor({ status, pausedUntil }: Plan): string | undefined {
  switch (status) {
    case 'starting':
      return 'Its first payment is not confirmed yet. Nothing else is charged until it is.';
    case 'past_due':
      return 'The last payment did not go through. If the card is no longer in order, please replace it.';
    case 'paused':
      return pausedUntil
        ? `Nothing is charged until ${formatDay(pausedUntil)}. Then it goes on by itself.`
        : 'Nothing is charged until you resume it.';
    case 'active':
    case 'ended':
      return undefined;
  }
}

/** When the next gift is made: `Next gift on Dec 21, 2026`. Nothing is promised while the last one is not paid. */
export function nextGiftOf({ status, nextChargeAt }: Plan): string | undefined {
  const isExpected = status === 'active' || status === 'paused';
  return nextChargeAt && isExpected ? `Next gift on ${formatDay(nextChargeAt)}` : undefined;
}

/** A monthly gift in a clause: `$5.00 a month to World Pantry`. */
export const giftOf = ({ amount, charityName }: Plan): string => `${formatMoney(amount)} a month to ${charityName}`;
