import { html, type Html } from '../pages/html.ts';
import type { Sandbox } from '../sandbox.ts';
import { formatAmount } from '../stripe/currencies.ts';
import { recordedPayment, type RecordedPayment } from './payment-actions.ts';
import { readDeliveries, type DeliveryView } from './webhooks.ts';
import { paypalAccountSection } from './paypal-account-section.ts';
import { paypalSection } from './paypal-section.ts';
import { payoutSection } from './payout-section.ts';
import { faultSection, reversalSection, rowsShown, subscriptionSection } from './page-sections.ts';

/** The operator's page: a section for each kind of record, for webhooks and for faults. It needs no script. */
export function operatorPage(sandbox: Sandbox): Html {
  return html`<h1>Payment sandbox</h1>
<div class="stack">
${clockSection(sandbox)}
${paymentSection(sandbox)}
${subscriptionSection(sandbox)}
${reversalSection(sandbox)}
${payoutSection(sandbox)}
${paypalSection(sandbox)}
${paypalAccountSection(sandbox)}
${webhookSection(sandbox)}
${faultSection(sandbox)}
<section class="card" aria-labelledby="reset"><h2 id="reset">Start over</h2>
<p>Deletes every session, payment, event and fault, and sets the clock back to real time.</p>
<form method="post" action="/_sandbox/reset"><button class="quiet">Reset the sandbox</button></form>
</section>
</div>`;
}

function clockSection(sandbox: Sandbox): Html {
  const now = new Date(sandbox.clock.nowSeconds() * 1000).toUTCString();
  const step = (label: string, seconds: number): Html =>
    html`<button class="small quiet" name="seconds" value="${seconds}">${label}</button>`;
  return html`<section class="card" aria-labelledby="clock"><h2 id="clock">Clock</h2>
<p>The sandbox's time is <strong>${now}</strong>, ${sandbox.clock.offsetSeconds()} seconds ahead of real time.</p>
<form class="row" method="post" action="/_sandbox/clock/advance">
${step('+ 30 minutes', 1800)}${step('+ 1 day', 86_400)}${step('+ 4 days', 345_600)}${step('+ 31 days', 2_678_400)}
</form>
<form class="row" method="post" action="/_sandbox/clock/advance">
<div class="field"><label for="seconds">Seconds to move forward</label><input id="seconds" name="seconds" type="number" min="1" required></div>
<button class="small">Move</button>
</form></section>`;
}

function paymentSection(sandbox: Sandbox): Html {
  const intents = sandbox.store.paymentIntents.newestFirst().slice(0, rowsShown);
  const rows = intents.map((intent) => paymentRow(recordedPayment(sandbox, intent)));
  const body = html`<div class="scroll"><table>
<thead><tr><th scope="col">Payment</th><th scope="col">Amount</th><th scope="col">State</th><th scope="col">Refunded</th><th scope="col">Disputed</th><th scope="col">Actions</th></tr></thead>
<tbody>${rows}</tbody></table></div>`;
  return html`<section class="card" aria-labelledby="payments"><h2 id="payments">Payments</h2>
${rows.length === 0 ? html`<p class="muted">No payments yet.</p>` : body}</section>`;
}

function paymentRow(payment: RecordedPayment): Html {
  return html`<tr><td><code>${payment.paymentIntentId}</code><br><span class="muted">${payment.clientReferenceId ?? ''}</span></td>
<td>${formatAmount(payment.amountMinor, payment.currency)}</td>
<td>${payment.state.replaceAll('_', ' ')}</td>
<td>${formatAmount(payment.amountRefundedMinor, payment.currency)}</td>
<td>${formatAmount(payment.amountDisputedMinor, payment.currency)}</td>
<td>${paymentForms(payment)}</td></tr>`;
}

function paymentForms(payment: RecordedPayment): Html | null {
  const id = html`<input type="hidden" name="paymentIntentId" value="${payment.paymentIntentId}">`;
  if (payment.state === 'processing') {
    return html`<form class="row" method="post" action="/_sandbox/bank-debits/settle">${id}
<button class="small" name="outcome" value="paid">Bank pays debit</button>
<button class="small quiet" name="outcome" value="returned">Bank returns debit</button></form>`;
  }
  const leftMinor = payment.amountReceivedMinor - payment.amountRefundedMinor - payment.amountDisputedMinor;
  if (leftMinor <= 0) return null;
  return html`<form class="row" method="post" action="/_sandbox/refunds">${id}
<input type="number" name="amountMinor" min="1" max="${leftMinor}"
aria-label="Minor units to refund (empty: all)" placeholder="all">
<button class="small quiet">Refund</button></form>
<form class="row" method="post" action="/_sandbox/disputes">${id}
<input type="number" name="amountMinor" min="1" aria-label="Minor units to dispute (empty: what is left)" placeholder="all">
<input type="number" name="withdrawnMinor" min="1" aria-label="Minor units withdrawn (empty: as disputed)" placeholder="as disputed">
<button class="small quiet" name="kind" value="dispute">Dispute</button>
<button class="small quiet" name="kind" value="prevented">Prevent dispute</button>
<button class="small quiet" name="kind" value="inquiry">Inquire</button></form>
<form class="row" method="post" action="/_sandbox/fraud-warnings">${id}
<button class="small quiet">Warn of fraud</button></form>`;
}

function webhookSection(sandbox: Sandbox): Html {
  const deliveries = readDeliveries(sandbox, rowsShown);
  const body = html`<div class="scroll"><table>
<thead><tr><th scope="col">Event</th><th scope="col">Status</th><th scope="col">Attempts</th><th scope="col">Last response</th><th scope="col">Actions</th></tr></thead>
<tbody>${deliveries.map(deliveryRow)}</tbody></table></div>`;
  return html`<section class="card" aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2>
<div class="row">
<form method="post" action="/_sandbox/webhooks/deliver"><button class="small">Send all waiting webhooks now</button></form>
<form method="post" action="/_sandbox/webhooks/release"><button class="small quiet">Release all held webhooks</button></form>
</div>
${deliveries.length === 0 ? html`<p class="muted">No webhooks yet.</p>` : body}</section>`;
}

function deliveryRow(delivery: DeliveryView): Html {
  return html`<tr><td>${delivery.type}<br><code class="muted">${delivery.eventId}</code></td>
<td>${delivery.status.replaceAll('_', ' ')}</td><td>${delivery.attempts}</td><td>${delivery.lastOutcome ?? ''}</td>
<td><form method="post" action="/_sandbox/webhooks/resend"><button class="small quiet" name="eventId" value="${delivery.eventId}">Send again</button></form></td></tr>`;
}
