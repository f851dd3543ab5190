import { z } from 'zod';
import type { CheckoutSessionRecord, Instrument } from '../stripe/records.ts';
import { newId } from '../stripe/ids.ts';
import type { PaymentAttempt } from '../stripe/payments/attempt-payment.ts';
import {
  debitReturned,
  fingerprintOf,
  brandOf,
  isCardNumber,
  enteredCard,
  type Expiry,
  type EnteredCard,
} from '../stripe/test-cards.ts';

/** A field of our own forms. Anything unexpected counts as empty. */
export const formText = z.string().max(500).catch('').default('');

/** The fields of a card. */
export const cardFormSchema = z.object({
  cardNumber: formText,
  expirationDate: formText,
  cvc: formText,
  cardholderName: formText,
});

/** The entered values of a card. */
export type CardForm = z.infer<typeof cardFormSchema>;

/** An empty card form. */
export const emptyCardForm: CardForm = cardFormSchema.parse({});

/** An error message for each invalid field. */
export type FieldErrors = Partial<Record<'email' | keyof CardForm, string>>;

/** The entered card with the name on it, or the errors. */
export type CardFormResult =
  | { readonly code: 'card'; readonly card: EnteredCard; readonly name: string }
  | { readonly code: 'invalid'; readonly errors: FieldErrors };

/** Checks number, expiration date (by the sandbox's clock), security code and name. */
export function readCardForm(form: CardForm, nowSeconds: number): CardFormResult {
  const digits = form.cardNumber.replace(/[\s-]/g, '');
  const expiry = readExpiry(form.expirationDate);
  const errors = cardErrors(form, digits, expiry, nowSeconds);
  if (expiry === null || Object.keys(errors).length > 0) return { code: 'invalid', errors };
  return { code: 'card', card: enteredCard(digits, expiry), name: form.cardholderName.trim() };
}

function cardErrors(form: CardForm, digits: string, expiry: Expiry | null, nowSeconds: number): FieldErrors {
  const cvcLength = brandOf(digits) === 'amex' ? 4 : 3;
  return {
    ...(isCardNumber(digits)
      ? {}
      : { cardNumber: digits === '' ? 'Enter your card number.' : 'This card number is incomplete or invalid.' }),
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

/** The form on the hosted page. Anything unexpected counts as empty. */
export const paymentFormSchema = z.object({
  ...cardFormSchema.shape,
  email: formText,
  method: z.enum(['card', 'bank_debit']).catch('card').default('card'),
  bankAccount: z.enum(['settles', 'returns']).catch('settles').default('settles'),
});

/** The entered values of the hosted page. */
export type PaymentForm = z.infer<typeof paymentFormSchema>;

/** The payment to attempt, or the errors in the form. */
export type PaymentFormResult =
  | { readonly code: 'attempt'; readonly attempt: PaymentAttempt }
  | { readonly code: 'invalid'; readonly errors: FieldErrors };

/** Checks the email address, then the card or the bank account. */
export function readPaymentForm(
  form: PaymentForm,
  session: CheckoutSessionRecord,
  nowSeconds: number,
): PaymentFormResult {
  const email = form.email.trim();
  const emailErrors = checkEmail(email);
  if (form.method === 'bank_debit' && session.paymentMethods.includes('acss_debit')) {
    if (emailErrors.email !== undefined) return { code: 'invalid', errors: emailErrors };
    const failure = form.bankAccount === 'returns' ? debitReturned : null;
    const payer = { email, name: null };
    const outcome = { kind: 'debit', failure } as const;
    return { code: 'attempt', attempt: { payer, instrument: bankAccount(form.bankAccount), outcome } };
  }
  const read = readCardForm(form, nowSeconds);
  const errors = { ...emailErrors, ...(read.code === 'invalid' ? read.errors : {}) };
  if (read.code === 'invalid' || Object.keys(errors).length > 0) return { code: 'invalid', errors };
  const { instrument, behavior } = read.card;
  return { code: 'attempt', attempt: { payer: { email, name: read.name }, instrument, outcome: behavior } };
}

function checkEmail(email: string): FieldErrors {
  if (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) return {};
  return { email: email === '' ? 'Enter your email address.' : 'Enter an email address such as name@example.org.' };
}

function bankAccount(account: PaymentForm['bankAccount']): Instrument {
  const last4 = account === 'settles' ? '6789' : '3335';
  return { type: 'acss_debit', paymentMethodId: newId.paymentMethod(), last4, fingerprint: fingerprintOf(last4) };
}
