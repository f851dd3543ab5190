import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { CheckoutSessionRecord, Instrument } from '../state/records.ts';
import { newId } from '../stripe/ids.ts';
import type { PaymentAttempt } from '../stripe-payments/attempt-payment.ts';
import { behaviourOf, brandOf, debitReturned, isCardNumber } from '../stripe/test-cards.ts';

const text = z.string().max(500).catch('').default('');

/** What the form on the hosted page sends; anything odd reads as empty. */
export const paymentFormSchema = z.object({
  email: text,
  method: z.enum(['card', 'bank_debit']).catch('card').default('card'),
  cardNumber: text,
  expirationDate: text,
  cvc: text,
  cardholderName: text,
  bankAccount: z.enum(['settles', 'returns']).catch('settles').default('settles'),
});

/** The typed values of the hosted page. */
export type PaymentForm = z.infer<typeof paymentFormSchema>;

/** The fields that can be wrong. */
export type PaymentField = 'email' | 'cardNumber' | 'expirationDate' | 'cvc' | 'cardholderName';

/** What is wrong with which field. */
export type FieldErrors = Partial<Record<PaymentField, string>>;

/** The form as an attempt to pay, or what is wrong with it. */
export type ReadForm =
  | { readonly code: 'attempt'; readonly attempt: PaymentAttempt }
  | { readonly code: 'invalid'; readonly errors: FieldErrors };

/** Checks the form as a card page would: number, date by the sandbox's clock, security code, address. */
export function readPaymentForm(form: PaymentForm, session: CheckoutSessionRecord, nowSeconds: number): ReadForm {
  const isDebit = form.method === 'bank_debit' && session.paymentMethods.includes('acss_debit');
  const digits = form.cardNumber.replace(/[\s-]/g, '');
  const expiry = readExpiry(form.expirationDate);
  const email = form.email.trim();
  const errors: FieldErrors = {
    ...emailError(email),
    ...(isDebit ? {} : cardErrors(form, digits, expiry, nowSeconds)),
  };
  if (Object.keys(errors).length > 0) return { code: 'invalid', errors };
  const name = form.cardholderName.trim();
  const payer = { email, name: isDebit || name === '' ? null : name };
  if (isDebit) {
    const failure = form.bankAccount === 'returns' ? debitReturned : null;
    return {
      code: 'attempt',
      attempt: { payer, instrument: bankAccount(form.bankAccount), outcome: { kind: 'debit', failure } },
    };
  }
  const instrument: Instrument = {
    type: 'card',
    paymentMethodId: newId.paymentMethod(),
    brand: brandOf(digits),
    last4: digits.slice(-4),
    expMonth: expiry?.month ?? 0,
    expYear: expiry?.year ?? 0,
    fingerprint: fingerprint(digits),
  };
  return { code: 'attempt', attempt: { payer, instrument, outcome: behaviourOf(digits) } };
}

function emailError(email: string): FieldErrors {
  if (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) return {};
  return { email: email === '' ? 'Enter your email address.' : 'Enter an email address such as name@example.org.' };
}

function cardErrors(form: PaymentForm, digits: string, expiry: Expiry | null, nowSeconds: number): FieldErrors {
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

interface Expiry {
  readonly month: number;
  readonly year: number;
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

function bankAccount(account: PaymentForm['bankAccount']): Instrument {
  const last4 = account === 'settles' ? '6789' : '3335';
  return { type: 'acss_debit', paymentMethodId: newId.paymentMethod(), last4, fingerprint: fingerprint(last4) };
}

/** The same card has the same fingerprint, from which its number cannot be read back in any test that matters. */
function fingerprint(digits: string): string {
  return createHash('sha256').update(digits).digest('base64url').replace(/[-_]/g, '0').slice(0, 16);
}
