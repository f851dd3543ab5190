import type { InvoiceRecord } from '../state/billing-records.ts';
import { formatAmount } from '../stripe/currencies.ts';
import type { CardForm } from './card-form.ts';
import { alertText, cardFields, testCardList } from './card-fields.ts';
import type { FormState } from './card-fields.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';
import { dayOf } from './portal-page.ts';

/** A bill's own page: what it is for, and a card form while it is open. */
export function invoicePage(invoice: InvoiceRecord, productName: string, state: FormState<CardForm>): Html {
  const total = formatAmount(invoice.amountMinor, invoice.currency);
  return html`<div class="columns">
<section class="card" aria-labelledby="bill">
<h1 id="bill">Bill ${invoice.number ?? ''} of ${productName}</h1>
<p class="total">${total}</p>
<p class="muted">${dayOf(invoice.created)}, ${invoice.customerEmail ?? ''}</p>
<ul class="lines">${invoice.lines.map(
    (line) => html`<li><span>${line.description}</span>
<span>${formatAmount(line.unitAmountMinor * line.quantity, invoice.currency)}</span></li>`,
  )}<li class="sum"><span>Total</span><span>${total}</span></li></ul>
</section>
<section class="card" aria-labelledby="payment"><h2 id="payment">Payment</h2>
${invoice.status === 'open' ? paymentForm(total, state) : html`<p class="note" role="status">${closedText(invoice)}</p>`}
</section>
</div>`;
}

const paymentForm = (total: string, state: FormState<CardForm>): Html => html`${alertText(state)}
<form method="post" novalidate>
${cardFields(state)}
<p class="muted">The next payments use this card too.</p>
<button class="wide" type="submit">Pay ${total}</button>
</form>
${testCardList}`;

const closedText = ({ status, paidAt }: InvoiceRecord): string =>
  status === 'paid' && paidAt !== null ? `Paid on ${dayOf(paidAt)}. Thank you.` : 'There is nothing to pay.';
