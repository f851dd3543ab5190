import { html } from '../pages/html.ts';
import type { Html } from '../pages/html.ts';
import type { Sandbox } from '../sandbox.ts';
import type { FaultRecord } from '../state/records.ts';

/** The part of the operator's page that arms faults and shows those that wait. */
export function faultSection(sandbox: Sandbox): Html {
  const armed = [...sandbox.store.faults.values()];
  const list = html`<ul>${armed.map((fault) => html`<li>${describe(fault)}</li>`)}</ul>
<form method="post" action="/_sandbox/faults/clear"><button class="small quiet">Disarm all</button></form>`;
  return html`<section class="card stack" aria-labelledby="faults"><h2 id="faults">Faults</h2>
<div>${armed.length === 0 ? html`<p class="muted">Nothing is set to go wrong.</p>` : list}</div>
${webhookFaultForm}
${apiFaultForm}</section>`;
}

function describe(fault: FaultRecord): string {
  const kind = fault.kind.replaceAll('_', ' ');
  if (fault.target === 'webhook') {
    return `${kind}: the next ${fault.timesLeft} events of ${fault.eventTypes?.join(', ') ?? 'any type'}`;
  }
  const moment = fault.moment.replaceAll('_', ' ');
  return `${kind} ${moment}: the next ${fault.timesLeft} calls of ${fault.method ?? 'any method'} ${fault.path ?? 'any path'}`;
}

const option = ([value, label]: readonly [string, string]): Html => html`<option value="${value}">${label}</option>`;

const webhookKinds = [
  ['drop', 'Make the event, never send it'],
  ['never_generate', 'Never make the event'],
  ['repeat', 'Send it several times'],
  ['delay', 'Hold it back'],
  ['reorder', 'Collect some, send the last first'],
  ['wrong_signature', 'Sign with another secret'],
  ['old_timestamp', 'Sign at an old time'],
] as const;

const apiKinds = [
  ['status', 'Answer an error status'],
  ['slow', 'Answer slowly'],
  ['cut', 'Cut the connection'],
  ['odd_json', 'Answer JSON without an error'],
] as const;

const webhookFaultForm = html`<form class="row" method="post" action="/_sandbox/faults/webhook">
<div class="field"><label for="webhook-kind">Webhooks</label><select id="webhook-kind" name="kind">${webhookKinds.map(option)}</select></div>
<div class="field"><label for="event-types">Event types (empty: any)</label><input id="event-types" type="text" name="eventTypes" placeholder="checkout.session.completed"></div>
<div class="field"><label for="webhook-times">Events</label><input id="webhook-times" type="number" name="times" value="1" min="1"></div>
<div class="field"><label for="delay-seconds">Seconds to hold (empty: until released)</label><input id="delay-seconds" type="number" name="delaySeconds" min="0"></div>
<button class="small">Arm</button></form>`;

const apiFaultForm = html`<form class="row" method="post" action="/_sandbox/faults/api">
<div class="field"><label for="api-kind">API calls</label><select id="api-kind" name="kind">${apiKinds.map(option)}</select></div>
<div class="field"><label for="api-path">Path (empty: any)</label><input id="api-path" type="text" name="path" placeholder="/v1/checkout/sessions"></div>
<div class="field"><label for="api-times">Calls</label><input id="api-times" type="number" name="times" value="1" min="1"></div>
<div class="field"><label for="api-status">Status</label><input id="api-status" type="number" name="status" value="503" min="200" max="599"></div>
<div class="field"><label for="api-moment">When</label><select id="api-moment" name="moment"><option value="before_effect">Before the effect</option><option value="after_effect">After the effect</option></select></div>
<button class="small">Arm</button></form>`;
