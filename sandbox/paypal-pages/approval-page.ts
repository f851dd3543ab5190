import { html, type Html } from '../pages/html.ts';
import type { PayPalOrderRecord } from '../state/paypal-records.ts';

/** The page on which a payer looks at an order and approves it. It needs no script. */
export function approvalPage(order: PayPalOrderRecord, productName: string, opener: string): Html {
  const amount = `${order.amount.currency_code} ${order.amount.value}`;
  return html`<section class="card narrow">
<h1>Pay ${productName}</h1>
<p class="total">${amount}</p>
${order.description === null ? null : html`<p>${order.description}</p>`}
<form method="post" action="/paypal/approve/${order.id}">
<input type="hidden" name="opener" value="${opener}">
<fieldset>
<legend class="choice-title">Pay with</legend>
${choices.map(([value, words], index) => html`<label class="choice"><input type="radio" name="funding" value="${value}"${index === 0 ? html` checked` : null}> ${words}</label>`)}
</fieldset>
<button class="wide" name="decision" value="approve">Approve payment</button>
<p></p>
<button class="wide quiet" name="decision" value="cancel">Cancel</button>
<p></p>
<button class="small quiet" name="decision" value="error">Let this window fail</button>
</form>
<p class="muted">This stands for the payment provider's own page. In test mode you choose how the payment ends.</p>
</section>`;
}

const choices = [
  ['balance', 'Balance, pays at once'],
  ['declined_once', 'A card that is declined'],
  ['echeck', 'eCheck, clears after four days'],
  ['echeck_denied', 'eCheck, bounces after four days'],
] as const;

/** Shown when there is nothing to approve, and after the payer decided without a script that waits for it. */
export const noticePage = (title: string, words: string): Html => html`<section class="card narrow">
<h1>${title}</h1>
<p>${words}</p>
</section>`;
