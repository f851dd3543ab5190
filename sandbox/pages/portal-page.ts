import type {
  CustomerRecord,
  InvoiceRecord,
  PortalSessionRecord,
  SubscriptionRecord,
} from '../state/billing-records.ts';
import type { Sandbox } from '../sandbox.ts';
import { monthlyTotal } from '../stripe-billing/draft-invoice.ts';
import { formatAmount } from '../stripe/currencies.ts';
import { invoicePageUrl } from '../stripe-wire/invoice.ts';
import type { CardForm } from './card-form.ts';
import { alertText, cardFields, testCardList } from './card-fields.ts';
import type { FormState } from './card-fields.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';

/** What the portal shows beside the customer: the card form, and whether a card was just replaced. */
export interface PortalPageState extends FormState<CardForm> {
  readonly isReplaced: boolean;
}

/** The portal: what is collected each month and with which card, a form for another card, and the bills. */
export function portalPage(
  sandbox: Sandbox,
  session: PortalSessionRecord,
  customer: CustomerRecord,
  state: PortalPageState,
): Html {
  const { store, config } = sandbox;
  const isTheirs = (record: { readonly customerId: string }): boolean => record.customerId === customer.id;
  const subscriptions = [...store.subscriptions.values()].filter(isTheirs);
  const invoices = [...store.invoices.olderThan()].filter(isTheirs);
  return html`<div class="columns">
<div class="stack">
<section class="card" aria-labelledby="monthly">
${backLink(session, config.productName)}
<h1 id="monthly">Your monthly payments to ${config.productName}</h1>
<p class="muted">${customer.email ?? ''}</p>
<ul class="lines">${subscriptions.map((subscription) => subscriptionLine(sandbox, subscription))}</ul>
</section>
<section class="card" aria-labelledby="bills"><h2 id="bills">Bills</h2>
<div class="scroll"><table>
<thead><tr><th scope="col">Date</th><th scope="col">Number</th><th scope="col">Amount</th><th scope="col">State</th></tr></thead>
<tbody>${invoices.map((invoice) => invoiceRow(config.publicUrl, invoice))}</tbody></table></div>
</section>
</div>
<section class="card" aria-labelledby="card"><h2 id="card">Pay with another card</h2>
${state.isReplaced ? html`<p class="note" role="status">Your card was replaced. The next payments use it.</p>` : null}
${alertText(state)}
<form method="post" novalidate>
${cardFields(state)}
<button class="wide" type="submit">Replace card</button>
</form>
${testCardList}
</section>
</div>`;
}

/** A day for people, in UTC as all that the sandbox counts. */
export const dayOf = (seconds: number): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1000);

const backLink = ({ returnUrl }: PortalSessionRecord, productName: string): Html | null =>
  returnUrl === null ? null : html`<a class="back" href="${returnUrl}">← Back to ${productName}</a>`;

function subscriptionLine({ store }: Sandbox, subscription: SubscriptionRecord): Html {
  const card = store.paymentMethods.get(subscription.defaultPaymentMethodId)?.instrument;
  const total = formatAmount(monthlyTotal(subscription), subscription.currency);
  return html`<li><span>${total} per month<small>${stateInWords(subscription)}</small></span>
<span>${card === undefined ? '' : `${card.brand} •••• ${card.last4}`}</span></li>`;
}

/** Where a subscription stands, in words. */
export function stateInWords({ status, pause, periodEnd, endedAt, isEndingWithPeriod }: SubscriptionRecord): string {
  if (status === 'canceled') return `Ended ${dayOf(endedAt ?? periodEnd)}`;
  if (isEndingWithPeriod) return `Ends ${dayOf(periodEnd)}`;
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
