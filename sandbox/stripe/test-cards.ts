import type { PaymentFailure } from '../state/records.ts';

/** What a card number does when somebody pays with it. */
export type CardBehaviour =
  /** `aftermath` is what becomes of the payment right after it succeeded. */
  | {
      readonly kind: 'succeed';
      readonly aftermath?: 'dispute' | 'fraud_warning';
      /** What each later charge meets, in a subscription. */
      readonly laterFailure?: PaymentFailure;
    }
  | { readonly kind: 'refuse'; readonly failure: PaymentFailure }
  | { readonly kind: 'confirm'; readonly failure: PaymentFailure | null };

/** A card number with a part to play. */
export interface TestCard {
  readonly number: string;
  readonly brand: string;
  readonly purpose: string;
  readonly behaviour: CardBehaviour;
}

const refusal = (code: string, declineCode: string | null, message: string): PaymentFailure => ({
  code,
  declineCode,
  message,
});

/** The refusal of a bank that gives no reason. */
export const declined = refusal('card_declined', 'generic_decline', 'Your card was declined.');

/** The refusal of a payer who did not pass the confirmation step. */
export const confirmationFailed = refusal(
  'payment_intent_authentication_failure',
  null,
  'Your bank could not confirm that it is you. Your card was declined; please try again or use another card.',
);

/** The answer of a bank that returns a debit. */
export const debitReturned = refusal(
  'payment_method_provider_decline',
  null,
  'The bank returned the debit: the account has too little money.',
);

const insufficientFunds = refusal(
  'card_declined',
  'insufficient_funds',
  'Your card was declined: it has insufficient funds.',
);
const expiredCard = refusal('expired_card', 'expired_card', 'Your card was declined: it has expired.');
const incorrectCvc = refusal(
  'incorrect_cvc',
  'incorrect_cvc',
  'Your card was declined: its security code (CVC) is incorrect.',
);
const processingError = refusal(
  'processing_error',
  'processing_error',
  'Your card was declined: an error occurred while processing it. Try again in a little while.',
);

/** The cards that the hosted page lists. Any other valid number is refused, as a real card is in test mode. */
export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', purpose: 'Succeeds', behaviour: { kind: 'succeed' } },
  { number: '5555555555554444', brand: 'mastercard', purpose: 'Succeeds', behaviour: { kind: 'succeed' } },
  {
    number: '4000000000000259',
    brand: 'visa',
    purpose: 'Succeeds, and is disputed as fraud at once',
    behaviour: { kind: 'succeed', aftermath: 'dispute' },
  },
  {
    number: '4000000000005423',
    brand: 'visa',
    purpose: 'Succeeds, and is called fraud by the network',
    behaviour: { kind: 'succeed', aftermath: 'fraud_warning' },
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    purpose: 'Asks for a confirmation step',
    behaviour: { kind: 'confirm', failure: null },
  },
  {
    number: '4000008400001629',
    brand: 'visa',
    purpose: 'Asks, then is refused',
    behaviour: { kind: 'confirm', failure: declined },
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    purpose: 'Succeeds once, then each renewal fails',
    behaviour: { kind: 'succeed', laterFailure: declined },
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    purpose: 'Is refused by the bank',
    behaviour: { kind: 'refuse', failure: declined },
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    purpose: 'Has insufficient funds',
    behaviour: { kind: 'refuse', failure: insufficientFunds },
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    purpose: 'Has expired',
    behaviour: { kind: 'refuse', failure: expiredCard },
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    purpose: 'Has a wrong CVC',
    behaviour: { kind: 'refuse', failure: incorrectCvc },
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    purpose: 'Meets a processing error',
    behaviour: { kind: 'refuse', failure: processingError },
  },
];

const notATestCard = refusal(
  'card_declined',
  'test_mode_live_card',
  'Your card was declined: only test cards work here, and no real money moves.',
);

/** The part that a card number plays. */
export function behaviourOf(cardNumber: string): CardBehaviour {
  const card = testCards.find((candidate) => candidate.number === cardNumber);
  return card?.behaviour ?? { kind: 'refuse', failure: notATestCard };
}

/** The brand that a card number's first digit tells. */
export function brandOf(cardNumber: string): string {
  if (cardNumber.startsWith('4')) return 'visa';
  if (cardNumber.startsWith('5') || cardNumber.startsWith('2')) return 'mastercard';
  if (cardNumber.startsWith('3')) return 'amex';
  return 'unknown';
}

/** Whether the number's check digit fits (Luhn). */
export function isCardNumber(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false;
  let sum = 0;
  for (const [index, digit] of [...digits].toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
