import { z } from 'zod';
import type { CheckoutSessionRecord, Instrument } from '../state/records.ts';
import { newId } from '../stripe/ids.ts';
import type { PaymentAttempt } from '../stripe-payments/attempt-payment.ts';
import { debitReturned } from '../stripe/test-cards.ts';
import { fingerprintOf } from '../stripe/typed-card.ts';
import { cardFormSchema, formText, readCardForm } from './card-form.ts';
import type { FieldErrors } from './card-form.ts';

/** What the form on the hosted page sends; anything odd reads as empty. */
export const paymentFormSchema = z.object({
  ...cardFormSchema.shape,
  email: formText,
  method: z.enum(['card', 'bank_debit']).catch('card').default('card'),
  bankAccount: z.enum(['settles', 'returns']).catch('settles').default('settles'),
});

/** The typed values of the hosted page. */
export type PaymentForm = z.infer<typeof paymentFormSchema>;

/** The form as an attempt to pay, or what is wrong with it. */
export type ReadForm =
  | { readonly code: 'attempt'; readonly attempt: PaymentAttempt }
  | { readonly code: 'invalid'; readonly errors: FieldErrors };

/** Checks the form as a card page would: number, date by the sandbox's clock, security code, address. */
export function readPaymentForm(form: PaymentForm, session: CheckoutSessionRecord, nowSeconds: number): ReadForm {
  const email = form.email.trim();
  const wrongEmail = emailError(email);
  if (form.method === 'bank_debit' && session.paymentMethods.includes('acss_debit')) {
    if (wrongEmail.email !== undefined) return { code: 'invalid', errors: wrongEmail };
    const failure = form.bankAccount === 'returns' ? debitReturned : null;
    const payer = { email, name: null };
    const outcome = { kind: 'debit', failure } as const;
    return { code: 'attempt', attempt: { payer, instrument: bankAccount(form.bankAccount), outcome } };
  }
  const read = readCardForm(form, nowSeconds);
  const errors = { ...wrongEmail, ...(read.code === 'invalid' ? read.errors : {}) };
  if (read.code === 'invalid' || Object.keys(errors).length > 0) return { code: 'invalid', errors };
  const { instrument, behaviour } = read.card;
  return { code: 'attempt', attempt: { payer: { email, name: read.name }, instrument, outcome: behaviour } };
}

function emailError(email: string): FieldErrors {
  if (/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email)) return {};
  return { email: email === '' ? 'Enter your email address.' : 'Enter an email address such as name@example.org.' };
}

function bankAccount(account: PaymentForm['bankAccount']): Instrument {
  const last4 = account === 'settles' ? '6789' : '3335';
  return { type: 'acss_debit', paymentMethodId: newId.paymentMethod(), last4, fingerprint: fingerprintOf(last4) };
}
