import type { CheckoutSessionRecord } from '../state/records.ts';
import { formatAmount } from '../stripe/currencies.ts';
import { html } from './html.ts';
import type { Html } from './html.ts';

/** Shown in place of the form when the session's time has run out. */
export function expiredPage(session: CheckoutSessionRecord, productName: string): Html {
  return html`<section class="card narrow">
<h1>This payment page has expired</h1>
<p>It was open for a limited time, and nothing was charged. You can start again whenever you like.</p>
${session.cancelUrl === null ? null : html`<p><a href="${session.cancelUrl}">← Back to ${productName}</a></p>`}
</section>`;
}

/** Shown for an address that belongs to no session. */
export function unknownPage(): Html {
  return html`<section class="card narrow">
<h1>There is no such payment page</h1>
<p>The address may be incomplete. Nothing was charged.</p>
</section>`;
}

/** The step in which a card holder's bank asks whether it is really they. */
export function confirmationPage(session: CheckoutSessionRecord, productName: string): Html {
  return html`<section class="card narrow">
<h1>Confirm your payment</h1>
<p>Your bank asks you to confirm ${formatAmount(session.amountTotalMinor, session.currency)} to ${productName}. In test mode you decide how this step ends.</p>
<form method="post" class="row">
<button type="submit" name="decision" value="complete">Complete confirmation</button>
<button type="submit" name="decision" value="fail" class="quiet">Fail confirmation</button>
</form>
<p class="muted">${session.cancelUrl === null ? null : html`<a class="back" href="${session.cancelUrl}">← Back to ${productName}</a>`}</p>
</section>`;
}
