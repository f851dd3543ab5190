import type { CheckoutSessionRecord } from '../stripe/records.ts';
import { formatAmount } from '../stripe/currencies.ts';
import { alertText, cardFields, field, testCardList, type FormState } from './card-fields.ts';
import { html, type Html } from './html.ts';
import type { PaymentForm } from './payment-form.ts';

/** The state of the payment page besides the session. */
export type PaymentPageState = FormState<PaymentForm>;

/** The hosted page: a summary of the payment, and the form. It needs no script. */
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

function emailField(session: CheckoutSessionRecord, state: PaymentPageState): Html {
  const value = state.form.email === '' ? (session.customerEmail ?? '') : state.form.email;
  return field(
    { name: 'email', label: 'Email', value, type: 'email', inputmode: 'email', autocomplete: 'email' },
    state.errors,
  );
}

function methodChoice(session: CheckoutSessionRecord, { form }: PaymentPageState): Html | null {
  if (!session.paymentMethods.includes('acss_debit')) return null;
  const checkedIf = (method: PaymentForm['method']): Html | null => (form.method === method ? html` checked` : null);
  return html`<fieldset>
<legend class="choice-title">How would you like to pay?</legend>
<label class="choice"><input type="radio" name="method" value="card"${checkedIf('card')}> Card</label>
<label class="choice"><input type="radio" name="method" value="bank_debit"${checkedIf('bank_debit')}> Pay by bank debit</label>
</fieldset>`;
}

const debitFields = html`<div class="by-debit field">
<label for="bankAccount">Test bank account</label>
<select id="bankAccount" name="bankAccount">
<option value="settles">Account 6789, settles after four days</option>
<option value="returns">Account 3335, returned after four days</option>
</select>
<p class="muted">A bank debit is confirmed days later. Until then it is pending.</p>
</div>`;

/** The page of an expired session, in place of the form. */
export function expiredPage(session: CheckoutSessionRecord, productName: string): Html {
  return html`<section class="card narrow">
<h1>This payment page has expired</h1>
<p>It was open for a limited time, and nothing was charged. You can start again whenever you like.</p>
${session.cancelUrl === null ? null : html`<p><a href="${session.cancelUrl}">← Back to ${productName}</a></p>`}
</section>`;
}

/** The page for an unknown URL. */
export function unknownPage(): Html {
  return html`<section class="card narrow">
<h1>There is no such payment page</h1>
<p>The address may be incomplete. Nothing was charged.</p>
</section>`;
}

/** The page on which the card holder's bank asks for confirmation. */
export function confirmationPage(session: CheckoutSessionRecord, productName: string): Html {
  return html`<section class="card narrow">
<h1>Confirm your payment</h1>
<p>Your bank asks you to confirm ${formatAmount(session.amountTotalMinor, session.currency)} to ${productName}. In test mode you decide how this step ends.</p>
<form method="post" class="row">
<button type="submit" name="decision" value="complete">Complete confirmation</button>
<button type="submit" name="decision" value="fail" class="quiet">Fail confirmation</button>
</form>
<p class="muted">${session.cancelUrl === null ? null : html`<a class="back" href="${session.cancelUrl}">← Back to ${productName}</a>`}</p>
</section>`;
}
