import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import type { Sandbox } from '../sandbox.ts';
import type { DisputeRecord } from '../state/dispute-records.ts';
import type { RefundRecord } from '../state/records.ts';
import { formatAmount } from '../stripe/currencies.ts';

const rowsShown = 25;

/** The operator's list of refunds and disputes, with what can become of them. */
export function reversalSection({ store }: Sandbox): Html {
  const disputes = [...store.disputes.olderThan()].slice(0, rowsShown);
  const refunds = [...store.refunds.olderThan()].slice(0, rowsShown);
  const isEmpty = disputes.length + refunds.length === 0;
  const body = html`<div class="scroll"><table>
<thead><tr><th scope="col">Refund or dispute</th><th scope="col">Amount</th><th scope="col">State</th><th scope="col">Do</th></tr></thead>
<tbody>${disputes.map(disputeRow)}${refunds.map(refundRow)}</tbody></table></div>`;
  return html`<section class="card" aria-labelledby="reversals"><h2 id="reversals">Refunds and disputes</h2>
${isEmpty ? html`<p class="muted">No money went back yet.</p>` : body}</section>`;
}

function disputeRow(dispute: DisputeRecord): Html {
  return html`<tr><td><code>${dispute.id}</code><br><code class="muted">${dispute.paymentIntentId}</code></td>
<td>${formatAmount(dispute.amountMinor, dispute.currency)}</td><td>${dispute.status.replaceAll('_', ' ')}</td>
<td>${decisions(dispute)}</td></tr>`;
}

function decisions({ id, status }: DisputeRecord): Html | null {
  const button = (decision: string, label: string): Html =>
    html`<button class="small quiet" name="decision" value="${decision}">${label}</button>`;
  const form = (buttons: Html): Html => html`<form class="row" method="post" action="/_sandbox/disputes/decide">
<input type="hidden" name="disputeId" value="${id}">${buttons}</form>`;
  switch (status) {
    case 'needs_response':
      return form(html`${button('won', 'We win')}${button('lost', 'We lose')}`);
    case 'warning_needs_response':
      return form(html`${button('escalated', 'Becomes a dispute')}${button('inquiry_closed', 'Is closed')}`);
    default:
      return null;
  }
}

function refundRow(refund: RefundRecord): Html {
  const fail = html`<form method="post" action="/_sandbox/refunds/fail">
<button class="small quiet" name="refundId" value="${refund.id}">Bank sends it back</button></form>`;
  return html`<tr><td><code>${refund.id}</code><br><code class="muted">${refund.paymentIntentId}</code></td>
<td>${formatAmount(refund.amountMinor, refund.currency)}</td><td>${refund.status}</td>
<td>${refund.status === 'succeeded' ? fail : null}</td></tr>`;
}
