import { z } from 'zod';
import { brandOf, isCardNumber } from '../stripe/test-cards.ts';
import { typedCard } from '../stripe/typed-card.ts';
import type { Expiry, TypedCard } from '../stripe/typed-card.ts';

/** A field of a form of ours; anything odd reads as empty. */
export const formText = z.string().max(500).catch('').default('');

/** What the fields of a card send. */
export const cardFormSchema = z.object({
  cardNumber: formText,
  expirationDate: formText,
  cvc: formText,
  cardholderName: formText,
});

/** The typed values of the fields of a card. */
export type CardForm = z.infer<typeof cardFormSchema>;

/** The fields of a card with nothing in them. */
export const emptyCardForm: CardForm = cardFormSchema.parse({});

/** What is wrong with which field. */
export type FieldErrors = Partial<Record<'email' | keyof CardForm, string>>;

/** The typed card with the name on it, or what is wrong with the fields. */
export type ReadCard =
  | { readonly code: 'card'; readonly card: TypedCard; readonly name: string }
  | { readonly code: 'invalid'; readonly errors: FieldErrors };

/** Checks the fields as a card page would: number, date by the sandbox's clock, security code, name. */
export function readCardForm(form: CardForm, nowSeconds: number): ReadCard {
  const digits = form.cardNumber.replace(/[\s-]/g, '');
  const expiry = readExpiry(form.expirationDate);
  const errors = cardErrors(form, digits, expiry, nowSeconds);
  if (expiry === null || Object.keys(errors).length > 0) return { code: 'invalid', errors };
  return { code: 'card', card: typedCard(digits, expiry), name: form.cardholderName.trim() };
}

function cardErrors(form: CardForm, digits: string, expiry: Expiry | null, nowSeconds: number): FieldErrors {
  const cvcLength = brandOf(digits) === 'amex' ? 4 : 3;
  return {
    ...(isCardNumber(digits)
      ? {}
      : { cardNumber: digits === '' ? 'Enter your card number.' : 'This card number is not complete or not valid.' }),
    ...expiryError(form.expirationDate, expiry, nowSeconds),
    ...(/^\d+$/.test(form.cvc.trim()) && form.cvc.trim().length === cvcLength
      ? {}
      : { cvc: `Enter the ${cvcLength} digits of the security code.` }),
    ...(form.cardholderName.trim() === '' ? { cardholderName: 'Enter the name on the card.' } : {}),
  };
}

function readExpiry(typed: string): Expiry | null {
  const match = /^(\d{1,2})\s*[/-]\s*(\d{2}|\d{4})$/.exec(typed.trim()) ?? /^(\d{2})(\d{2}|\d{4})$/.exec(typed.trim());
  if (match?.[1] === undefined || match[2] === undefined) return null;
  const month = Number(match[1]);
  const year = Number(match[2].length === 2 ? `20${match[2]}` : match[2]);
  return month >= 1 && month <= 12 ? { month, year } : null;
}

function expiryError(typed: string, expiry: Expiry | null, nowSeconds: number): FieldErrors {
  if (expiry === null) {
    return {
      expirationDate:
        typed.trim() === '' ? 'Enter the expiration date.' : 'Enter the date as month and year, such as 04/30.',
    };
  }
  const now = new Date(nowSeconds * 1000);
  const monthsLeft = (expiry.year - now.getUTCFullYear()) * 12 + expiry.month - (now.getUTCMonth() + 1);
  if (monthsLeft < 0) return { expirationDate: 'This date is in the past.' };
  return monthsLeft > 50 * 12 ? { expirationDate: 'This date is too far in the future.' } : {};
}
