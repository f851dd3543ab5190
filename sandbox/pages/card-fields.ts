import { testCards } from '../stripe/test-cards.ts';
import type { CardForm, FieldErrors } from './payment-form.ts';
import { html, type Html } from './html.ts';

/** The contents of a form: the entered values, their errors, and the reason why a card was declined. */
export interface FormState<Form> {
  readonly form: Form;
  readonly errors: FieldErrors;
  readonly decline: string | null;
}

/** The alert with the reason why the form is shown again: the card was declined, or a field is invalid. */
export function alertText({ decline, errors }: Pick<FormState<unknown>, 'decline' | 'errors'>): Html | null {
  if (decline !== null) return html`<p class="alert" role="alert">${decline} Nothing was charged.</p>`;
  if (Object.keys(errors).length === 0) return null;
  return html`<p class="alert" role="alert">Please check the marked fields. Nothing was charged.</p>`;
}

/** The four fields of a card. */
export function cardFields({ form, errors }: Pick<FormState<CardForm>, 'form' | 'errors'>): Html {
  const number = {
    name: 'cardNumber',
    label: 'Card number',
    value: form.cardNumber,
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    placeholder: '1234 1234 1234 1234',
    lengthMax: 24,
  } as const;
  const expiry = {
    name: 'expirationDate',
    label: 'Expiration date',
    value: form.expirationDate,
    autocomplete: 'cc-exp',
    inputmode: 'numeric',
    placeholder: 'MM / YY',
    lengthMax: 9,
  } as const;
  const cvc = {
    name: 'cvc',
    label: 'CVC',
    value: '',
    autocomplete: 'cc-csc',
    inputmode: 'numeric',
    placeholder: '123',
    lengthMax: 4,
  } as const;
  const name = {
    name: 'cardholderName',
    label: 'Cardholder name',
    value: form.cardholderName,
    autocomplete: 'cc-name',
  } as const;
  return html`<div class="by-card">
${field(number, errors)}
<div class="pair">${field(expiry, errors)}${field(cvc, errors)}</div>
${field(name, errors)}
</div>`;
}

interface FieldOptions {
  readonly name: keyof FieldErrors;
  readonly label: string;
  readonly value: string;
  readonly autocomplete: string;
  readonly type?: 'text' | 'email';
  readonly inputmode?: string;
  readonly placeholder?: string;
  readonly lengthMax?: number;
}

/** A labeled field with its error. The first invalid field gets the focus. */
export function field(options: FieldOptions, errors: FieldErrors): Html {
  const error = errors[options.name];
  const isFirstError = Object.keys(errors)[0] === options.name;
  return html`<div class="field">
<label for="${options.name}">${options.label}</label>
<input id="${options.name}" name="${options.name}" type="${options.type ?? 'text'}" value="${options.value}"
autocomplete="${options.autocomplete}" inputmode="${options.inputmode ?? 'text'}" placeholder="${options.placeholder ?? ''}"
maxlength="${options.lengthMax ?? 200}"${error === undefined ? null : html` aria-invalid="true" aria-describedby="${options.name}-error"`}${isFirstError ? html` autofocus` : null}>
${error === undefined ? null : html`<p class="error" id="${options.name}-error">${error}</p>`}
</div>`;
}

/** The list of test cards with the effect of each. */
export const testCardList = html`<details open>
<summary>Test cards</summary>
<p class="muted">Use any future date, any CVC and any name. Other numbers are declined.</p>
<table class="test-cards">
<thead><tr><th scope="col">Number</th><th scope="col">What it does</th></tr></thead>
<tbody>${testCards.map((card) => html`<tr><td><code>${card.number.replace(/(.{4})(?=.)/g, '$1 ')}</code></td><td>${card.purpose}</td></tr>`)}</tbody>
</table>
</details>`;
