import type {
  CustomerRecord,
  InvoiceRecord,
  PortalSessionRecord,
  SubscriptionRecord,
} from '../stripe/billing/records.ts';
import type { CardForm } from './payment-form.ts';
import type { Sandbox } from '../sandbox.ts';
import { alertText, cardFields, testCardList, type FormState } from './card-fields.ts';
import { formatAmount } from '../stripe/currencies.ts';
import { html, type Html } from './html.ts';
import { invoicePageUrl } from '../stripe/wire/invoice.ts';
import { monthlyTotal } from '../stripe/billing/draft-invoice.ts';

/** The state of the portal's page besides the customer: the card form, and whether the card was just replaced. */
export interface PortalPageState extends FormState<CardForm> {
  readonly isReplaced: boolean;
}

/** The portal: subscriptions with their cards, invoices, and a form to replace the card. */
export function portalPage(
  sandbox: Sandbox,
  session: PortalSessionRecord,
  customer: CustomerRecord,
  state: PortalPageState,
): Html {
  const { store, config } = sandbox;
  const belongsToCustomer = (record: { readonly customerId: string }): boolean => record.customerId === customer.id;
  const subscriptions = [...store.subscriptions.values()].filter(belongsToCustomer);
  const invoices = store.invoices.newestFirst().filter(belongsToCustomer);
  return html`<div class="columns">
<div class="stack">
<section class="card" aria-labelledby="monthly">
${backLink(session, config.productName)}
<h1 id="monthly">Your monthly payments to ${config.productName}</h1>
<p class="muted">${customer.email ?? ''}</p>
<ul class="lines">${subscriptions.map((subscription) => subscriptionLine(sandbox, subscription))}</ul>
</section>
<section class="card" aria-labelledby="invoices"><h2 id="invoices">Invoices</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">Date</th><th scope="col">Number</th><th scope="col">Amount</th><th scope="col">State</th></tr></thead>
<tbody>${invoices.map((invoice) => invoiceRow(config.publicUrl, invoice))}</tbody></table></div>
</section>
</div>
<section class="card" aria-labelledby="card"><h2 id="card">Pay with another card</h2>
${state.isReplaced ? html`<p class="note" role="status">Your card was replaced. Your next payments will use it.</p>` : null}
${alertText(state)}
<form method="post" novalidate>
${cardFields(state)}
<button class="wide" type="submit">Replace card</button>
</form>
${testCardList}
</section>
</div>`;
}

/** A date for display, in UTC. */
export const dayOf = (seconds: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000);

const backLink = ({ returnUrl }: PortalSessionRecord, productName: string): Html | null =>
  returnUrl === null ? null : html`<a class="back" href="${returnUrl}">← Back to ${productName}</a>`;

function subscriptionLine({ store }: Sandbox, subscription: SubscriptionRecord): Html {
  const card = store.paymentMethods.get(subscription.defaultPaymentMethodId)?.instrument;
  const total = formatAmount(monthlyTotal(subscription), subscription.currency);
  return html`<li><span>${total} per month<small>${describeState(subscription)}</small></span>
<span>${card === undefined ? '' : `${card.brand} •••• ${card.last4}`}</span></li>`;
}

/** The state of a subscription for display. */
export function describeState({ status, pause, periodEnd, endedAt, cancelsAtPeriodEnd }: SubscriptionRecord): string {
  if (status === 'canceled') return `Ended ${dayOf(endedAt ?? periodEnd)}`;
  if (status === 'paused') return 'Paused after failed payments';
  if (cancelsAtPeriodEnd) return `Ends ${dayOf(periodEnd)}`;
  if (pause !== null) return pause.resumesAt === null ? 'Paused' : `Paused until ${dayOf(pause.resumesAt)}`;
  return status === 'past_due' ? 'The last payment failed' : `Next payment ${dayOf(periodEnd)}`;
}

function invoiceRow(publicUrl: string, invoice: InvoiceRecord): Html {
  const name = invoice.number ?? 'none';
  const number =
    invoice.finalizedAt === null ? name : html`<a href="${invoicePageUrl(publicUrl, invoice)}">${name}</a>`;
  return html`<tr><td>${dayOf(invoice.created)}</td><td>${number}</td>
<td>${formatAmount(invoice.amountMinor, invoice.currency)}</td><td>${invoice.status}</td></tr>`;
}

/** The page of an invoice: its lines, and a card form while it is open. */
export function invoicePage(invoice: InvoiceRecord, productName: string, state: FormState<CardForm>): Html {
  const total = formatAmount(invoice.amountMinor, invoice.currency);
  return html`<div class="columns">
<section class="card" aria-labelledby="invoice">
<h1 id="invoice">Invoice ${invoice.number ?? ''} from ${productName}</h1>
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
<p class="muted">Your next payments will use this card too.</p>
<button class="wide" type="submit">Pay ${total}</button>
</form>
${testCardList}`;

const closedText = ({ status, paidAt }: InvoiceRecord): string =>
  status === 'paid' && paidAt !== null ? `Paid on ${dayOf(paidAt)}. Thank you.` : 'There is nothing to pay.';
