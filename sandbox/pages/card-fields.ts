import { testCards } from '../stripe/test-cards.ts';
import type { CardForm, FieldErrors } from './card-form.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';

/** What a form shows: values typed before, what was wrong with them, why a card was refused. */
export interface FormState<Form> {
  readonly form: Form;
  readonly errors: FieldErrors;
  readonly refusal: string | null;
}

/** Why the form is shown again: refused, or something in it is wrong. */
export function alertText({ refusal, errors }: Pick<FormState<unknown>, 'refusal' | 'errors'>): Html | null {
  if (refusal !== null) return html`<p class="alert" role="alert">${refusal}</p>`;
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

interface FieldLook {
  readonly name: keyof FieldErrors;
  readonly label: string;
  readonly value: string;
  readonly autocomplete: string;
  readonly type?: 'text' | 'email';
  readonly inputmode?: string;
  readonly placeholder?: string;
  readonly lengthMax?: number;
}

/** One labelled field with what is wrong with it; the first wrong one has the focus. */
export function field(look: FieldLook, errors: FieldErrors): Html {
  const error = errors[look.name];
  const isFirstError = Object.keys(errors)[0] === look.name;
  return html`<div class="field">
<label for="${look.name}">${look.label}</label>
<input id="${look.name}" name="${look.name}" type="${look.type ?? 'text'}" value="${look.value}"
autocomplete="${look.autocomplete}" inputmode="${look.inputmode ?? 'text'}" placeholder="${look.placeholder ?? ''}"
maxlength="${look.lengthMax ?? 200}"${error === undefined ? null : html` aria-invalid="true" aria-describedby="${look.name}-error"`}${isFirstError ? html` autofocus` : null}>
${error === undefined ? null : html`<p class="error" id="${look.name}-error">${error}</p>`}
</div>`;
}

/** The cards that can be typed, and what each does. */
export const testCardList = html`<details open>
<summary>Test cards</summary>
<p class="muted">Any date in the future, any CVC and any name go with them. Other numbers are refused.</p>
<table class="test-cards">
<thead><tr><th scope="col">Number</th><th scope="col">What it does</th></tr></thead>
<tbody>${testCards.map((card) => html`<tr><td><code>${card.number.replace(/(.{4})(?=.)/g, '$1 ')}</code></td><td>${card.purpose}</td></tr>`)}</tbody>
</table>
</details>`;
