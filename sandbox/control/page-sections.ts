import { html, type Html } from '../pages/html.ts';
import { describeState } from '../pages/billing-pages.ts';
import { payPalFeatures } from '../paypal/api/features.ts';
import type { FaultRecord } from '../records.ts';
import type { Sandbox } from '../sandbox.ts';
import { stripePermissionNames } from '../stripe/api/permissions.ts';
import type { SubscriptionRecord } from '../stripe/billing/records.ts';
import { formatAmount } from '../stripe/currencies.ts';
import type { DisputeRecord, RefundRecord } from '../stripe/records.ts';
import { recordedSubscription } from './subscription-actions.ts';

/** The operator's list of subscriptions with their states and actions. */
export function subscriptionSection(sandbox: Sandbox): Html {
  const subscriptions = sandbox.store.subscriptions.newestFirst().slice(0, rowsShown);
  const body = html`<div class="scroll"><table>
<thead><tr><th scope="col">Subscription</th><th scope="col">Monthly</th><th scope="col">State</th><th scope="col">Card</th><th scope="col">Actions</th></tr></thead>
<tbody>${subscriptions.map((subscription) => subscriptionRow(sandbox, subscription))}</tbody></table></div>`;
  return html`<section class="card" aria-labelledby="subscriptions"><h2 id="subscriptions">Subscriptions</h2>
${subscriptions.length === 0 ? html`<p class="muted">No subscriptions yet.</p>` : body}</section>`;
}

function subscriptionRow(sandbox: Sandbox, subscription: SubscriptionRecord): Html {
  const recorded = recordedSubscription(sandbox, subscription);
  const { latestInvoiceUrl: url, latestInvoiceStatus, chargesToFail } = recorded;
  return html`<tr><td><code>${recorded.subscriptionId}</code><br><code class="muted">${recorded.customerId}</code></td>
<td>${formatAmount(recorded.monthlyMinor, recorded.currency)}</td>
<td>${describeState(subscription)}<br>${url === null ? null : html`<a href="${url}">Last invoice: ${latestInvoiceStatus}</a>`}
${chargesToFail === 0 ? null : html`<br>The next ${chargesToFail} charges fail`}</td>
<td>•••• ${recorded.cardLast4}</td>
<td>${subscription.status === 'canceled' ? null : subscriptionForms(recorded.subscriptionId)}</td></tr>`;
}

function subscriptionForms(subscriptionId: string): Html {
  const id = html`<input type="hidden" name="subscriptionId" value="${subscriptionId}">`;
  return html`<form class="row" method="post" action="/_sandbox/subscriptions/fail-charges">${id}
<input type="number" name="count" min="0" max="100" value="1" aria-label="How many of the next charges fail">
<button class="small quiet">Fail next charges</button></form>
<form class="row" method="post" action="/_sandbox/subscriptions/replace-card">${id}
<input type="text" name="cardNumber" value="4242 4242 4242 4242" aria-label="Number of the new card">
<button class="small quiet">Replace card</button></form>
<form class="row" method="post" action="/_sandbox/subscriptions/pause">${id}
<button class="small quiet">Pause after failed payments</button></form>
<form class="row" method="post" action="/_sandbox/subscriptions/cancel">${id}
<button class="small quiet">Cancel</button></form>`;
}

/** The number of rows in each of the operator's lists. */
export const rowsShown = 25;

/** The operator's list of refunds and disputes with their actions. */
export function reversalSection({ store }: Sandbox): Html {
  const disputes = store.disputes.newestFirst().slice(0, rowsShown);
  const refunds = store.refunds.newestFirst().slice(0, rowsShown);
  const isEmpty = disputes.length + refunds.length === 0;
  const body = html`<div class="scroll"><table>
<thead><tr><th scope="col">Refund or dispute</th><th scope="col">Amount</th><th scope="col">State</th><th scope="col">Actions</th></tr></thead>
<tbody>${disputes.map(disputeRow)}${refunds.map(refundRow)}</tbody></table></div>`;
  return html`<section class="card" aria-labelledby="reversals"><h2 id="reversals">Refunds and disputes</h2>
${isEmpty ? html`<p class="muted">No refunds or disputes yet.</p>` : body}</section>`;
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
    case 'under_review':
      return form(html`<input type="number" name="returnedMinor" min="1" placeholder="all or none"
aria-label="Minor units that come back (empty: all if we win, none if we lose)">
${status === 'needs_response' ? button('answered', 'We answer') : null}${button('won', 'We win')}${button('lost', 'We lose')}`);
    case 'warning_needs_response':
      return form(html`${button('escalated', 'Becomes a dispute')}${button('inquiry_closed', 'Close inquiry')}`);
    default:
      return null;
  }
}

function refundRow(refund: RefundRecord): Html {
  const fail = html`<form method="post" action="/_sandbox/refunds/fail">
<button class="small quiet" name="refundId" value="${refund.id}">Bank returns refund</button></form>`;
  return html`<tr><td><code>${refund.id}</code><br><code class="muted">${refund.paymentIntentId}</code></td>
<td>${formatAmount(refund.amountMinor, refund.currency)}</td><td>${refund.status}</td>
<td>${refund.status === 'succeeded' ? fail : null}</td></tr>`;
}

/** The part of the operator's page that arms faults and shows the armed ones. */
export function faultSection(sandbox: Sandbox): Html {
  const armed = [...sandbox.store.faults.values()];
  const list = html`<ul>${armed.map((fault) => html`<li>${describe(fault)}</li>`)}</ul>
<form method="post" action="/_sandbox/faults/clear"><button class="small quiet">Disarm all</button></form>`;
  return html`<section class="card stack" aria-labelledby="faults"><h2 id="faults">Faults</h2>
<div>${armed.length === 0 ? html`<p class="muted">No faults are armed.</p>` : list}</div>
${webhookFaultForm}
${apiFaultForm}
${permissionFaultForm}</section>`;
}

function describe(fault: FaultRecord): string {
  if (fault.target === 'permission') return `the key lacks the permission ${fault.permission}`;
  const kind = fault.kind.replaceAll('_', ' ');
  if (fault.target === 'webhook') {
    return `${kind}: the next ${fault.timesLeft} events of ${fault.eventTypes?.join(', ') ?? 'any type'}`;
  }
  const moment = fault.moment.replaceAll('_', ' ');
  return `${kind} ${moment}: the next ${fault.timesLeft} calls of ${fault.method ?? 'any method'} ${fault.path ?? 'any path'}`;
}

const option = ([value, label]: readonly [string, string]): Html => html`<option value="${value}">${label}</option>`;

const webhookKinds = [
  ['drop', 'Create the event, never send it'],
  ['never_generate', 'Never create the event'],
  ['repeat', 'Send it several times'],
  ['delay', 'Hold it'],
  ['reorder', 'Collect several, send the last first'],
  ['wrong_signature', 'Sign with another secret'],
  ['old_timestamp', 'Sign with an old timestamp'],
] as const;

const apiKinds = [
  ['status', 'Respond with an error status'],
  ['slow', 'Respond slowly'],
  ['cut', 'Cut the connection'],
  ['odd_json', 'Respond with unexpected JSON'],
] as const;

const webhookFaultForm = html`<form class="row" method="post" action="/_sandbox/faults/webhook">
<div class="field"><label for="webhook-kind">Webhooks</label><select id="webhook-kind" name="kind">${webhookKinds.map(option)}</select></div>
<div class="field"><label for="event-types">Event types (empty: any)</label><input id="event-types" type="text" name="eventTypes" placeholder="checkout.session.completed"></div>
<div class="field"><label for="webhook-times">Events</label><input id="webhook-times" type="number" name="times" value="1" min="1"></div>
<div class="field"><label for="delay-seconds">Seconds to hold (empty: until released)</label><input id="delay-seconds" type="number" name="delaySeconds" min="0"></div>
<button class="small">Arm</button></form>`;

const permissionFaultForm = html`<form class="row" method="post" action="/_sandbox/faults/permission">
<div class="field"><label for="permission">Permissions</label><select id="permission" name="permission">${[...payPalFeatures, ...stripePermissionNames].map((name) => option([name, name]))}</select></div>
<button class="small">Take from the key</button></form>`;

const apiFaultForm = html`<form class="row" method="post" action="/_sandbox/faults/api">
<div class="field"><label for="api-kind">API calls</label><select id="api-kind" name="kind">${apiKinds.map(option)}</select></div>
<div class="field"><label for="api-path">Path (empty: any)</label><input id="api-path" type="text" name="path" placeholder="/v1/checkout/sessions"></div>
<div class="field"><label for="api-times">Calls</label><input id="api-times" type="number" name="times" value="1" min="1"></div>
<div class="field"><label for="api-status">Status</label><input id="api-status" type="number" name="status" value="503" min="200" max="599"></div>
<div class="field"><label for="api-moment">When</label><select id="api-moment" name="moment"><option value="before_effect">Before the effect</option><option value="after_effect">After the effect</option></select></div>
<button class="small">Arm</button></form>`;
