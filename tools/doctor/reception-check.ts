import { createHmac } from 'node:crypto';
import type { StripeConfig } from '#server/config/config.ts';
import { ok, problem, type Finding } from './finding.ts';
import { callHttp } from './http-call.ts';

/**
 * Sends the product a message that it ignores, signed as Stripe signs. The product accepts it only if the proxy leaves its body
 * unchanged and the product was started with this secret.
 */
export async function checkReception(
  publicUrl: string,
  stripe: StripeConfig,
  ca: string | undefined,
): Promise<Finding> {
  const subject = 'Webhook reception';
  const url = `${publicUrl}/api/webhooks/stripe`;
  const seconds = Math.floor(Date.now() / 1000);
  const message = {
    id: 'evt_doctor',
    object: 'event',
    type: 'doctor.checked',
    created: seconds,
    livemode: stripe.isLive,
    data: { object: {} },
  };
  const body = JSON.stringify(message, undefined, 2); // with line breaks, as in Stripe's messages
  const signature = createHmac('sha256', stripe.webhookSecret).update(`${seconds}.${body}`).digest('hex');
  const response = await callHttp(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'stripe-signature': `t=${seconds},v1=${signature}` },
    body,
    ca,
    needsTrust: false,
  });
  if (response.code === 'unreachable')
    return problem(subject, `${url} does not respond (${response.reason}). Check the proxy and the firewall.`);
  if (response.status === 200) return ok(subject, 'the product accepts a signed message.');
  return response.status === 400
    ? problem(
        subject,
        'the product refuses a message signed with STRIPE_WEBHOOK_SECRET. Restart it with this secret, and configure the proxy to pass the body unchanged.',
      )
    : problem(
        subject,
        `${url} responds with status ${response.status}. Configure the proxy to pass webhook requests to the product.`,
      );
}
