import { createHash } from 'node:crypto';
import { newId } from './ids.ts';
import type { Instrument, PaymentFailure } from './records.ts';

/** The behavior of a test card when it is charged. */
export type CardBehavior =
  /** `followUp` happens right after the payment. */
  | {
      readonly kind: 'succeed';
      readonly followUp?: 'dispute' | 'fraud_warning';
      /** The failure of every later charge of a subscription. */
      readonly laterFailure?: PaymentFailure;
    }
  | { readonly kind: 'decline'; readonly failure: PaymentFailure }
  | { readonly kind: 'confirm'; readonly failure: PaymentFailure | null };

/** A card number with a fixed behavior. */
interface TestCard {
  readonly number: string;
  readonly purpose: string;
  readonly behavior: CardBehavior;
}

const failureWith = (code: string, declineCode: string | null, message: string): PaymentFailure => ({
  code,
  declineCode,
  message,
});

/** A decline without a reason. */
export const declined = failureWith('card_declined', 'generic_decline', 'Your card was declined.');

/** The decline after a failed confirmation step. */
export const confirmationFailed = failureWith(
  'payment_intent_authentication_failure',
  null,
  'Your bank could not confirm your identity. Your card was declined; please try again or use another card.',
);

/** The failure of a bank debit that the bank returns. */
export const debitReturned = failureWith(
  'payment_method_provider_decline',
  null,
  'The bank returned the debit: the account has insufficient funds.',
);

const insufficientFunds = failureWith(
  'card_declined',
  'insufficient_funds',
  'Your card was declined: it has insufficient funds.',
);
const expiredCard = failureWith('expired_card', 'expired_card', 'Your card was declined: it has expired.');
const incorrectCvc = failureWith(
  'incorrect_cvc',
  'incorrect_cvc',
  'Your card was declined: its security code (CVC) is incorrect.',
);
const processingError = failureWith(
  'processing_error',
  'processing_error',
  'Your card was declined: an error occurred while processing it. Try again in a little while.',
);

/** The cards that the hosted page lists. Any other number is declined, as a real card is in test mode. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', purpose: 'Succeeds', behavior: { kind: 'succeed' } },
  { number: '5555555555554444', purpose: 'Succeeds', behavior: { kind: 'succeed' } },
  {
    number: '4000000000000259',
    purpose: 'Succeeds, then is disputed as fraud at once',
    behavior: { kind: 'succeed', followUp: 'dispute' },
  },
  {
    number: '4000000000005423',
    purpose: 'Succeeds, then gets an early fraud warning',
    behavior: { kind: 'succeed', followUp: 'fraud_warning' },
  },
  {
    number: '4000002500003155',
    purpose: 'Asks for a confirmation step',
    behavior: { kind: 'confirm', failure: null },
  },
  {
    number: '4000008400001629',
    purpose: 'Asks for a confirmation step, then is declined',
    behavior: { kind: 'confirm', failure: declined },
  },
  {
    number: '4000000000000341',
    purpose: 'Succeeds once, then every renewal fails',
    behavior: { kind: 'succeed', laterFailure: declined },
  },
  {
    number: '4000000000000002',
    purpose: 'Is declined',
    behavior: { kind: 'decline', failure: declined },
  },
  {
    number: '4000000000009995',
    purpose: 'Has insufficient funds',
    behavior: { kind: 'decline', failure: insufficientFunds },
  },
  {
    number: '4000000000000069',
    purpose: 'Has expired',
    behavior: { kind: 'decline', failure: expiredCard },
  },
  {
    number: '4000000000000127',
    purpose: 'Has an incorrect CVC',
    behavior: { kind: 'decline', failure: incorrectCvc },
  },
  {
    number: '4000000000000119',
    purpose: 'Fails with a processing error',
    behavior: { kind: 'decline', failure: processingError },
  },
];

const notATestCard = failureWith(
  'card_declined',
  'test_mode_live_card',
  'Your card was declined: only test cards work here, and no real money moves.',
);

/** The behavior of a card number. */
function behaviorOf(cardNumber: string): CardBehavior {
  const card = testCards.find((candidate) => candidate.number === cardNumber);
  return card?.behavior ?? { kind: 'decline', failure: notATestCard };
}

/** The card brand, by the number's first digit. */
export function brandOf(cardNumber: string): string {
  if (cardNumber.startsWith('4')) return 'visa';
  if (cardNumber.startsWith('5') || cardNumber.startsWith('2')) return 'mastercard';
  if (cardNumber.startsWith('3')) return 'amex';
  return 'unknown';
}

/** Returns true if the number has a valid length and check digit (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}

/** The last month in which a card is valid. */
export interface Expiry {
  readonly month: number;
  readonly year: number;
}

/** A card as entered on a page: its stored data, and the behavior of its number. */
export interface EnteredCard {
  readonly instrument: Extract<Instrument, { readonly type: 'card' }>;
  readonly behavior: CardBehavior;
}

/** Turns an entered card number into its stored form and its behavior. */
export const enteredCard = (digits: string, { month, year }: Expiry): EnteredCard => ({
  instrument: {
    type: 'card',
    paymentMethodId: newId.paymentMethod(),
    brand: brandOf(digits),
    last4: digits.slice(-4),
    expMonth: month,
    expYear: year,
    fingerprint: fingerprintOf(digits),
  },
  behavior: behaviorOf(digits),
});

/** The fingerprint of a card or bank account: always the same for the same digits, without revealing them. */
export const fingerprintOf = (digits: string): string =>
  createHash('sha256').update(digits).digest('base64url').replace(/[-_]/g, '0').slice(0, 16);
