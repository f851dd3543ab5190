import type { SeededRandom } from './seeded-random.ts';

/** The donor's action on the payment page. */
export type DonorAction =
  | 'pays'
  | 'pays after a confirmation step'
  | 'pays after a declined card'
  | 'is declined'
  | 'pays from a bank account'
  | 'pays from an empty bank account'
  | 'leaves';

export interface DonorPlan {
  /** Idempotency key of the checkout. */
  readonly key: string;
  /** The subtotal in US dollars. */
  readonly amount: number;
  readonly action: DonorAction;
  /** Simultaneous clicks on Donate, all with the same key. */
  readonly clicks: 1 | 2;
  /** True if the donor retries when the server does not respond, instead of closing the browser. */
  readonly retries: boolean;
  /** True if the donor returns to the thank-you page, which requests the payment's status. */
  readonly checksConfirmation: boolean;
  /** True if the bank responds to a debit immediately instead of after days. */
  readonly bankIsQuick: boolean;
  /** Delay before the first click. */
  readonly delayMs: number;
}

/** Draws the plan of a donor. Most donors pay, because only payments can be lost. */
export function drawDonorPlan(random: SeededRandom, key: string): DonorPlan {
  return {
    key,
    amount: random.integer(200, 9900) / 100,
    action: random.pick([
      'pays',
      'pays',
      'pays',
      'pays',
      'pays after a confirmation step',
      'pays after a declined card',
      'is declined',
      'pays from a bank account',
      'pays from an empty bank account',
      'leaves',
    ]),
    clicks: random.chance(0.3) ? 2 : 1,
    retries: random.chance(0.85),
    checksConfirmation: random.chance(0.7),
    bankIsQuick: random.chance(0.6),
    delayMs: random.integer(0, 150),
  };
}
