import { html, type Html } from '../pages/html.ts';
import { toMoney } from '../paypal/money.ts';
import type { PayPalDisputeRecord } from '../paypal/records.ts';
import type { Sandbox } from '../sandbox.ts';
import { rowsShown } from './page-sections.ts';
import { readCaptures, type RecordedCapture } from './paypal-actions.ts';

/** The operator's list of PayPal's captures and disputes with their actions. */
export function paypalSection(sandbox: Sandbox): Html {
  const captures = readCaptures(sandbox).toReversed().slice(0, rowsShown);
  const disputes = sandbox.store.paypalDisputes.newestFirst().slice(0, rowsShown);
  const body = html`<div class="scroll"><table>
<thead><tr><th scope="col">Capture or dispute</th><th scope="col">Amount</th><th scope="col">State</th><th scope="col">Actions</th></tr></thead>
<tbody>${disputes.map(disputeRow)}${captures.map(captureRow)}</tbody></table></div>`;
  return html`<section class="card" aria-labelledby="paypal"><h2 id="paypal">PayPal</h2>
${captures.length === 0 ? html`<p class="muted">No captures yet.</p>` : body}</section>`;
}

function captureRow({ captureId, customId, amountMinor, currency, status }: RecordedCapture): Html {
  const id = html`<input type="hidden" name="captureId" value="${captureId}">`;
  const forms = html`<form class="row" method="post" action="/_sandbox/paypal/refund">${id}
<input type="number" name="amountMinor" min="1" aria-label="Minor units to refund (empty: all)" placeholder="all">
<button class="small quiet">Refund</button></form>
<form class="row" method="post" action="/_sandbox/paypal/disputes">${id}
<input type="number" name="amountMinor" min="1" aria-label="Minor units to dispute (empty: what is left)" placeholder="all">
<button class="small quiet" name="kind" value="dispute">Dispute</button>
<button class="small quiet" name="kind" value="inquiry">Inquire</button></form>`;
  return html`<tr><td><code>${captureId}</code><br><code class="muted">${customId ?? ''}</code></td>
<td>${toMoney(amountMinor, currency).value} ${currency}</td><td>${describe(status)}</td>
<td>${status === 'PENDING' || status === 'DECLINED' ? null : forms}</td></tr>`;
}

function disputeRow({ id, captureId, amount, status, stage, outcome }: PayPalDisputeRecord): Html {
  const button = (decision: string, label: string): Html =>
    html`<button class="small quiet" name="decision" value="${decision}">${label}</button>`;
  const form = html`<form class="row" method="post" action="/_sandbox/paypal/disputes/decide">
<input type="hidden" name="disputeId" value="${id}">
<input type="number" name="returnedMinor" min="1" placeholder="all or none"
aria-label="Minor units that come back (empty: all if we win, none if we lose)">
${stage === 'INQUIRY' ? button('escalated', 'Becomes a dispute') : null}${button('seller', 'We win')}${button('buyer', 'We lose')}${button('canceled', 'Buyer cancels')}</form>`;
  return html`<tr><td><code>${id}</code><br><code class="muted">${captureId}</code></td>
<td>${amount.value} ${amount.currency_code}</td><td>${describe(outcome?.code ?? status)}</td>
<td>${status === 'RESOLVED' ? null : form}</td></tr>`;
}

const describe = (state: string): string => state.toLowerCase().replaceAll('_', ' ');
