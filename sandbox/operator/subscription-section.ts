import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import { stateInWords } from '../pages/portal-page.ts';
import type { Sandbox } from '../sandbox.ts';
import type { SubscriptionRecord } from '../state/billing-records.ts';
import { formatAmount } from '../stripe/currencies.ts';
import { bookedSubscription } from './subscription-actions.ts';

const rowsShown = 25;

/** The operator's list of subscriptions: where they stand, and what can be done with them. */
export function subscriptionSection(sandbox: Sandbox): Html {
  const subscriptions = [...sandbox.store.subscriptions.olderThan()].slice(0, rowsShown);
  const body = html`<div class="scroll"><table>
<thead><tr><th scope="col">Subscription</th><th scope="col">Each month</th><th scope="col">State</th><th scope="col">Card</th><th scope="col">Do</th></tr></thead>
<tbody>${subscriptions.map((subscription) => subscriptionRow(sandbox, subscription))}</tbody></table></div>`;
  return html`<section class="card" aria-labelledby="subscriptions"><h2 id="subscriptions">Subscriptions</h2>
${subscriptions.length === 0 ? html`<p class="muted">Nobody pays each month yet.</p>` : body}</section>`;
}

function subscriptionRow(sandbox: Sandbox, subscription: SubscriptionRecord): Html {
  const booked = bookedSubscription(sandbox, subscription);
  const { latestInvoiceUrl: url, latestInvoiceStatus, chargesToFail } = booked;
  return html`<tr><td><code>${booked.subscriptionId}</code><br><code class="muted">${booked.customerId}</code></td>
<td>${formatAmount(booked.monthlyMinor, booked.currency)}</td>
<td>${stateInWords(subscription)}<br>${url === null ? null : html`<a href="${url}">Last bill: ${latestInvoiceStatus}</a>`}
${chargesToFail === 0 ? null : html`<br>The next ${chargesToFail} charges fail`}</td>
<td>•••• ${booked.cardLast4}</td>
<td>${subscription.status === 'canceled' ? null : deeds(booked.subscriptionId)}</td></tr>`;
}

function deeds(subscriptionId: string): Html {
  const id = html`<input type="hidden" name="subscriptionId" value="${subscriptionId}">`;
  return html`<form class="row" method="post" action="/_sandbox/subscriptions/fail-charges">${id}
<input type="number" name="count" min="0" max="100" value="1" aria-label="How many of the next charges fail">
<button class="small quiet">Fail next charges</button></form>
<form class="row" method="post" action="/_sandbox/subscriptions/replace-card">${id}
<input type="text" name="cardNumber" value="4242 4242 4242 4242" aria-label="Number of the new card">
<button class="small quiet">Replace card</button></form>
<form class="row" method="post" action="/_sandbox/subscriptions/cancel">${id}
<button class="small quiet">Cancel</button></form>`;
}
