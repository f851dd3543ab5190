import type { CheckoutSessionRecord } from '../state/records.ts';
import { formatAmount } from '../stripe/currencies.ts';
import { testCards } from '../stripe/test-cards.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import type { FieldErrors, PaymentField, PaymentForm } from './payment-form.ts';

/** What the page shows beside the session: values typed before, what was wrong with them, why a payment was refused. */
export interface PaymentPageState {
  readonly form: PaymentForm;
  readonly errors: FieldErrors;
  readonly refusal: string | null;
}

/** The hosted page: what is paid on one side, the form on the other. It needs no script. */
export function paymentPage(session: CheckoutSessionRecord, productName: string, state: PaymentPageState): Html {
  return html`<div class="columns">
<section class="card" aria-labelledby="summary">
${session.cancelUrl === null ? null : html`<a class="back" href="${session.cancelUrl}">← Back to ${productName}</a>`}
<h1 id="summary">${session.submitType === 'donate' ? 'Your donation to' : 'Your payment to'} ${productName}</h1>
<p class="total">${formatAmount(session.amountTotalMinor, session.currency)}${isMonthly(session) ? html`<small> per month</small>` : null}</p>
${lineItems(session)}
</section>
<section class="card" aria-labelledby="payment">
<h2 id="payment">Payment</h2>
${alertText(state)}
<form method="post" action="/c/pay/${session.id}" novalidate>
${emailField(session, state)}
${methodChoice(session, state)}
${cardFields(state)}
${session.paymentMethods.includes('acss_debit') ? debitFields : null}
${session.submitText === null ? null : html`<p class="muted">${session.submitText}</p>`}
<button class="wide" type="submit">${buttonText(session)}</button>
</form>
${testCardList}
</section>
</div>`;
}

const isMonthly = (session: CheckoutSessionRecord): boolean => session.subscriptionSeed !== undefined;

function buttonText(session: CheckoutSessionRecord): string {
  const total = formatAmount(session.amountTotalMinor, session.currency);
  return isMonthly(session) ? `Subscribe ${total} per month` : `Pay ${total}`;
}

function lineItems(session: CheckoutSessionRecord): Html {
  const items = session.lineItems.map(
    (item) => html`<li><span>${item.name}${item.quantity > 1 ? ` × ${item.quantity}` : ''}
${item.description === null ? null : html`<small>${item.description}</small>`}</span>
<span>${formatAmount(item.unitAmountMinor * item.quantity, session.currency)}</span></li>`,
  );
  const total = formatAmount(session.amountTotalMinor, session.currency);
  return html`<ul class="lines">${items}<li class="sum"><span>Total</span><span>${total}</span></li></ul>`;
}

function alertText({ refusal, errors }: PaymentPageState): Html | null {
  if (refusal !== null) return html`<p class="alert" role="alert">${refusal}</p>`;
  if (Object.keys(errors).length === 0) return null;
  return html`<p class="alert" role="alert">Please check the marked fields. Nothing was charged.</p>`;
}

interface FieldLook {
  readonly name: PaymentField;
  readonly label: string;
  readonly value: string;
  readonly autocomplete: string;
  readonly type?: 'text' | 'email';
  readonly inputmode?: string;
  readonly placeholder?: string;
  readonly lengthMax?: number;
}

function field(look: FieldLook, { errors }: PaymentPageState): Html {
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

function emailField(session: CheckoutSessionRecord, state: PaymentPageState): Html {
  const value = state.form.email === '' ? (session.customerEmail ?? '') : state.form.email;
  return field(
    { name: 'email', label: 'Email', value, type: 'email', inputmode: 'email', autocomplete: 'email' },
    state,
  );
}

function methodChoice(session: CheckoutSessionRecord, { form }: PaymentPageState): Html | null {
  if (!session.paymentMethods.includes('acss_debit')) return null;
  const isChosen = (method: PaymentForm['method']): Html | null => (form.method === method ? html` checked` : null);
  return html`<fieldset>
<legend class="choice-title">How would you like to pay?</legend>
<label class="choice"><input type="radio" name="method" value="card"${isChosen('card')}> Card</label>
<label class="choice"><input type="radio" name="method" value="bank_debit"${isChosen('bank_debit')}> Pay by bank debit</label>
</fieldset>`;
}

function cardFields(state: PaymentPageState): Html {
  const { form } = state;
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
${field(number, state)}
<div class="pair">${field(expiry, state)}${field(cvc, state)}</div>
${field(name, state)}
</div>`;
}

const debitFields = html`<div class="by-debit field">
<label for="bankAccount">Test bank account</label>
<select id="bankAccount" name="bankAccount">
<option value="settles">Account 6789, settles after four days</option>
<option value="returns">Account 3335, returned after four days</option>
</select>
<p class="muted">A bank debit is confirmed only days later. Until then it is on its way, not received.</p>
</div>`;

const testCardList = html`<details open>
<summary>Test cards</summary>
<p class="muted">Any date in the future, any CVC and any name go with them. Other numbers are refused.</p>
<table class="test-cards">
<thead><tr><th scope="col">Number</th><th scope="col">What it does</th></tr></thead>
<tbody>${testCards.map((card) => html`<tr><td><code>${card.number.replace(/(.{4})(?=.)/g, '$1 ')}</code></td><td>${card.purpose}</td></tr>`)}</tbody>
</table>
</details>`;
