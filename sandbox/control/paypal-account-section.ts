import { html, type Html } from '../pages/html.ts';
import { accountBalances } from '../paypal/account/entries.ts';
import type { PayPalEntryCode } from '../paypal/account/records.ts';
import { toSignedMoney } from '../paypal/money.ts';
import type { Sandbox } from '../sandbox.ts';
import { rowsShown } from './page-sections.ts';
import { readWithdrawals, type RecordedWithdrawal } from './paypal-account-actions.ts';

/** The operator's view of the PayPal account: its balances, its withdrawals to the bank, and other movements. */
export function paypalAccountSection(sandbox: Sandbox): Html {
  const balances = [...accountBalances(sandbox, sandbox.clock.nowSeconds())];
  const withdrawals = readWithdrawals(sandbox).toReversed().slice(0, rowsShown);
  const body = html`<div class="scroll"><table>
<thead><tr><th scope="col">Withdrawal</th><th scope="col">Amount</th><th scope="col">State</th><th scope="col">Actions</th></tr></thead>
<tbody>${withdrawals.map(withdrawalRow)}</tbody></table></div>`;
  return html`<section class="card" aria-labelledby="paypal-account"><h2 id="paypal-account">PayPal account</h2>
<p>${balances.length === 0 ? 'The account is empty.' : balances.map(([currency, { totalMinor, availableMinor }]) => html`${show(totalMinor, currency)}, of which ${show(availableMinor, currency)} is available.<br>`)}</p>
<form class="row" method="post" action="/_sandbox/paypal/withdrawals"><button class="small quiet">Withdraw to the bank</button></form>
<form class="row" method="post" action="/_sandbox/paypal/entries">
<div class="field"><label for="entry-code">Other movement</label><select id="entry-code" name="code">${Object.entries(entryNames).map(([code, name]) => html`<option value="${code}">${name}</option>`)}</select></div>
<div class="field"><label for="entry-amount">Minor units (negative: leaves)</label><input id="entry-amount" name="amountMinor" type="number" required></div>
<button class="small">Add</button></form>
${withdrawals.length === 0 ? html`<p class="muted">No withdrawals yet.</p>` : body}</section>`;
}

const entryNames: Readonly<Record<PayPalEntryCode, string>> = {
  T0101: 'Monthly fee',
  T0300: 'Money added from the bank',
  T0200: 'Currency conversion',
  T1900: 'Correction',
  T2101: 'Hold',
  T2102: 'Release of a hold',
};

const show = (minor: number, currency: string): string => `${toSignedMoney(minor, currency).value} ${currency}`;

function withdrawalRow({ withdrawalId, amountMinor, currency, isReturned }: RecordedWithdrawal): Html {
  const form = html`<form class="row" method="post" action="/_sandbox/paypal/withdrawals/return">
<input type="hidden" name="withdrawalId" value="${withdrawalId}"><button class="small quiet">Bank returns it</button></form>`;
  return html`<tr><td><code>${withdrawalId}</code></td><td>${show(amountMinor, currency)}</td>
<td>${isReturned ? 'returned' : 'sent'}</td><td>${isReturned ? null : form}</td></tr>`;
}
