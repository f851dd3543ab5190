import type { FastifyInstance } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { sendPage } from '../pages/layout.ts';
import { isToken } from '../paypal-api/access-token.ts';
import { approveOrder } from '../paypal-payments/approve-order.ts';
import type { Sandbox } from '../sandbox.ts';
import { approvalPage, noticePage } from './approval-page.ts';
import { decisionScript, webSdkScript } from './web-sdk.ts';

const webOrigin = z.url({ protocol: /^https?$/ }).transform((address) => new URL(address).origin);

const decisionSchema = z.object({
  decision: z.enum(['approve', 'cancel', 'error']).default('approve'),
  funding: z.enum(['balance', 'declined_once', 'echeck', 'echeck_denied']).default('balance'),
  opener: z.union([webOrigin, z.literal('')]).default(''),
});

/** The script for the merchant's page, and the page on which the payer decides. */
export function registerPayPalPages(app: FastifyInstance, sandbox: Sandbox): void {
  app.get('/web-sdk/v6/core', (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(webSdkScript),
  );
  app.get('/paypal/client-tokens/check', (request, reply) => {
    const { token } = request.query as { token?: string };
    const status = isToken(sandbox, 'client', token ?? '') ? 200 : 401;
    return reply.code(status).header('access-control-allow-origin', '*').send({});
  });
  app.get('/paypal/approve/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const { opener } = decisionSchema.catch(decisionSchema.parse({})).parse(request.query);
    const order = sandbox.store.paypalOrders.get(id);
    if (order?.status !== 'CREATED' && order?.status !== 'APPROVED') {
      const content = noticePage('There is nothing to approve', 'This order is unknown, or it was paid already.');
      return sendPage(reply, { title: 'Nothing to approve', content }, 404);
    }
    const { productName } = sandbox.config;
    return sendPage(reply, { title: `Pay ${productName}`, content: approvalPage(order, productName, opener) });
  });
  app.post('/paypal/approve/:id', async (request, reply) => {
    const { id } = request.params as { id: string };
    const { decision, funding, opener } = decisionSchema.parse(request.body ?? {});
    const isApproved = decision === 'approve' && approveOrder(sandbox, id, funding);
    if (isApproved) await sleep(webhookHeadStartMs);
    const words = isApproved ? 'You can go back to the page you came from.' : 'Nothing was paid.';
    const shown = isApproved ? 'approve' : decision === 'error' ? 'error' : 'cancel';
    const script = `/paypal/decided.js?${new URLSearchParams({ decision: shown, opener }).toString()}`;
    const content = noticePage(isApproved ? 'Payment approved' : 'Payment canceled', words);
    return sendPage(reply, { title: 'Your decision', content, script });
  });
  app.get('/paypal/decided.js', (request, reply) => {
    const { decision, opener } = decisionSchema.parse(request.query);
    return reply.type('text/javascript; charset=utf-8').send(opener === '' ? '' : decisionScript(decision, opener));
  });
}

/** The webhook gets this much of a head start before the merchant's page hears of the approval. */
const webhookHeadStartMs = 100;
