import { html, type Html } from '../pages/html.ts';
import type { Sandbox } from '../sandbox.ts';
import { formatAmount } from '../stripe/currencies.ts';
import type { PayoutRecord } from '../stripe/records.ts';
import { rowsShown } from './page-sections.ts';

/** The operator's list of payouts to the bank, with the schedule. */
export function payoutSection({ store }: Sandbox): Html {
  const payouts = store.payouts.newestFirst().slice(0, rowsShown);
  const isDaily = store.payoutSchedule.get('schedule')?.interval === 'daily';
  const body = html`<div class="scroll"><table>
<thead><tr><th scope="col">Payout</th><th scope="col">Amount</th><th scope="col">State</th><th scope="col">Actions</th></tr></thead>
<tbody>${payouts.map(payoutRow)}</tbody></table></div>`;
  return html`<section class="card" aria-labelledby="payouts"><h2 id="payouts">Payouts to the bank</h2>
<p>${isDaily ? 'Available money is paid out every midnight (UTC).' : 'Nothing is paid out automatically.'}</p>
<form class="row" method="post" action="/_sandbox/payouts/schedule">
<button class="small quiet" name="interval" value="${isDaily ? 'manual' : 'daily'}">${isDaily ? 'Stop daily payouts' : 'Start daily payouts'}</button></form>
<form class="row" method="post" action="/_sandbox/payouts"><button class="small quiet">Pay out now</button></form>
${payouts.length === 0 ? html`<p class="muted">No payouts yet.</p>` : body}</section>`;
}

function payoutRow({ id, amountMinor, currency, status }: PayoutRecord): Html {
  const form = html`<form class="row" method="post" action="/_sandbox/payouts/fail">
<input type="hidden" name="payoutId" value="${id}"><button class="small quiet">Bank returns it</button></form>`;
  return html`<tr><td><code>${id}</code></td><td>${formatAmount(amountMinor, currency)}</td>
<td>${status.replaceAll('_', ' ')}</td><td>${status === 'failed' ? null : form}</td></tr>`;
}
