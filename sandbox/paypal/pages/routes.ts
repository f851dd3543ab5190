import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { field } from '#sandbox/pages/card-fields.ts';
import { sendPage } from '#sandbox/pages/layout.ts';
import type { Sandbox } from '#sandbox/sandbox.ts';
import { isValidToken } from '../api/access-token.ts';
import { approveOrder, defaultPayerEmail, isAwaitingPayer } from '../payments/approve-order.ts';
import { html, type Html } from '#sandbox/pages/html.ts';
import { payPalFundings, type PayPalFunding, type PayPalOrderRecord } from '../records.ts';

const webOrigin = z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin);

const decisionSchema = z.object({
  decision: z.enum(['approve', 'cancel', 'error']).default('approve'),
  funding: z.enum(payPalFundings).default('balance'),
  email: z.email().catch(defaultPayerEmail),
  opener: z.union([webOrigin, z.literal('')]).default(''),
});

/** Registers the script for the merchant's page, and the page on which the payer approves or cancels. */
export function registerPayPalPages(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/web-sdk/v6/core', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(webSdkScript),
  );
  app.get('/paypal/clients/check', (request, reply) => {
    const { token, id } = request.query as { token?: string; id?: string };
    const isKnown =
      token === undefined ? id === sandbox.config.paypal.clientId : isValidToken(sandbox, 'client', token);
    const status = isKnown ? 200 : 401;
    return reply.code(status).header('access-control-allow-origin', '*').send({});
  });
  app.get('/paypal/approve/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const { opener } = decisionSchema.catch(decisionSchema.parse({})).parse(request.query);
    const order = sandbox.store.paypalOrders.get(id);
    if (!order || !isAwaitingPayer(order)) {
      const content = noticePage(
        'There is nothing to approve',
        'This order is unknown, already paid or no longer valid.',
      );
      return sendPage(reply, { title: 'Nothing to approve', content }, 404);
    }
    const { productName } = sandbox.config;
    return sendPage(reply, { title: `Pay ${productName}`, content: approvalPage(order, productName, opener) });
  });
  app.post('/paypal/approve/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const { decision, funding, email, opener } = decisionSchema.parse(request.body ?? {});
    const isApproved = decision === 'approve' && approveOrder(sandbox, id, { funding, payerEmail: email });
    if (isApproved) await sleep(webhookHeadStartMs);
    const text = isApproved ? 'You can go back to the page you came from.' : 'Nothing was paid.';
    const result = isApproved ? 'approve' : decision === 'error' ? 'error' : 'cancel';
    const script = `/paypal/decided.js?${new URLSearchParams({ decision: result, opener }).toString()}`;
    const content = noticePage(isApproved ? 'Payment approved' : 'Payment canceled', text);
    return sendPage(reply, { title: 'Your decision', content, script });
  });
  app.get('/paypal/decided.js', (request, reply) => {
    const { decision, opener } = decisionSchema.parse(request.query);
    return reply.type('text/javascript; charset=utf-8').send(opener === '' ? '' : decisionScript(decision, opener));
  });
}

/** The head start that the webhook gets before the merchant's page learns of the approval. */
const webhookHeadStartMs = 100;

/** The script that stands in for PayPal's v6 web SDK, as browsers load it. */
export const webSdkScript: string = readFileSync(join(import.meta.dirname, 'web-sdk.browser.js'), 'utf8');

/** Sends the payer's decision to the page that opened the approval window, and closes the window. */
export const decisionScript = (decision: 'approve' | 'cancel' | 'error', targetOrigin: string): string =>
  `if (window.opener) { window.opener.postMessage({ source: 'payment-sandbox', decision: ${JSON.stringify(decision)} }, ${JSON.stringify(targetOrigin)}); setTimeout(() => window.close(), 50); }`;

/** The page on which a payer approves an order. It needs no script. */
function approvalPage(order: PayPalOrderRecord, productName: string, opener: string): Html {
  const amount = `${order.amount.currency_code} ${order.amount.value}`;
  return html`<section class="card narrow">
<h1>Pay ${productName}</h1>
<p class="total">${amount}</p>
${order.description === null ? null : html`<p>${order.description}</p>`}
<form method="post" action="/paypal/approve/${order.id}">
<input type="hidden" name="opener" value="${opener}">
${emailField}
<fieldset>
<legend class="choice-title">Pay with</legend>
${choices.map(([value, label], index) => html`<label class="choice"><input type="radio" name="funding" value="${value}"${index === 0 ? html` checked` : null}> ${label}</label>`)}
</fieldset>
<button class="wide" name="decision" value="approve">Approve payment</button>
<p></p>
<button class="wide quiet" name="decision" value="cancel">Cancel</button>
<p></p>
<button class="small quiet" name="decision" value="error">Make this window fail</button>
</form>
<p class="muted">This page stands in for the payment provider's. In test mode you choose how the payment ends.</p>
</section>`;
}

const emailField = field(
  {
    name: 'email',
    label: 'Email of your PayPal account',
    value: defaultPayerEmail,
    type: 'email',
    autocomplete: 'email',
  },
  {},
);

const choices: readonly (readonly [PayPalFunding, string])[] = [
  ['balance', 'Balance, paid at once'],
  ['slow', 'Balance, takes 6 seconds'],
  ['very_slow', 'Balance, takes 15 seconds'],
  ['declined_once', 'A card that is declined'],
  ['action_required', 'A card that sends you back here'],
  ['echeck', 'eCheck, clears after four days'],
  ['echeck_denied', 'eCheck, bounces after four days'],
];

/** The page when there is nothing to approve, and after the payer has decided. */
const noticePage = (title: string, text: string): Html => html`<section class="card narrow">
<h1>${title}</h1>
<p>${text}</p>
</section>`;
