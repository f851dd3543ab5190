import type { SeededRandom } from './seeded-random.ts';

/** What a donor does on the payment page. */
export type DonorDeed =
  | 'pays'
  | 'pays after a confirmation step'
  | 'pays after a declined card'
  | 'is declined'
  | 'pays from a bank account'
  | 'pays from an empty bank account'
  | 'goes away';

/** What one donor is going to do. */
export interface DonorPlan {
  /** The page's idempotency key. */
  readonly key: string;
  /** The gift in US dollars, without the fee. */
  readonly amount: number;
  readonly deed: DonorDeed;
  /** Clicks on Donate at the same moment, all with the one key. */
  readonly clicks: 1 | 2;
  /** Tries again when the server does not answer; others close the browser. */
  readonly insists: boolean;
  /** Comes back to the thank-you page, which asks whether the payment has arrived. */
  readonly asksConfirmation: boolean;
  /** The bank answers a debit at once; else only after days. */
  readonly bankIsQuick: boolean;
  /** Waits this long before the first click. */
  readonly delayMs: number;
}

/** Draws what a donor does. Most pay, since payments are what can be lost. */
export function drawDonorPlan(random: SeededRandom, key: string): DonorPlan {
  return {
    key,
    amount: random.integer(200, 9900) / 100,
    deed: random.pick([
      'pays',
      'pays',
      'pays',
      'pays',
      'pays after a confirmation step',
      'pays after a declined card',
      'is declined',
      'pays from a bank account',
      'pays from an empty bank account',
      'goes away',
    ]),
    clicks: random.chance(0.3) ? 2 : 1,
    insists: random.chance(0.85),
    asksConfirmation: random.chance(0.7),
    bankIsQuick: random.chance(0.6),
    delayMs: random.integer(0, 150),
  };
}
