import * as z from 'zod/mini';
import type { PayPalWebhookReading } from '#server/payments/paypal-provider.ts';
import { inWords, NoAnswer } from './paypal-answer.ts';
import type { PayPalClient } from './paypal-client.ts';
import { translateMessage } from './paypal-message.ts';
import { attemptMs } from './time-limits.ts';

/** The headers of a message; any that is missing means that PayPal did not send it. */
const headersSchema = z.object({
  'paypal-auth-algo': z.string().check(z.maxLength(100)),
  'paypal-cert-url': z.string().check(z.maxLength(500)),
  'paypal-transmission-id': z.string().check(z.maxLength(100)),
  'paypal-transmission-sig': z.string().check(z.maxLength(1000)),
  'paypal-transmission-time': z.string().check(z.maxLength(100)),
});

const verdictSchema = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

/** Reads a webhook: PayPal is asked whether the message is its own, then it is translated. */
export async function readPayPalWebhook(
  client: PayPalClient,
  account: { readonly webhookId: string; readonly isLive: boolean },
  rawBody: Buffer,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<PayPalWebhookReading> {
  const signature = headersSchema.safeParse(headers);
  const text = rawBody.toString('utf8');
  const message = objectIn(text);
  if (!signature.success || message === undefined) return { code: 'invalid_signature' };
  const body = verification(signature.data, account.webhookId, text);
  try {
    const path = '/v1/notifications/verify-webhook-signature';
    const answer = await client.fetch(AbortSignal.timeout(attemptMs), { method: 'POST', path, body });
    const verdict = verdictSchema.safeParse(answer.content);
    if (answer.status !== 200 || !verdict.success) return { code: 'unavailable', detail: inWords(answer) };
    if (verdict.data.verification_status === 'FAILURE') return { code: 'invalid_signature' };
    return translateMessage(message, account.isLive);
  } catch (error) {
    if (error instanceof NoAnswer) return { code: 'unavailable', detail: error.message };
    if (error instanceof TypeError) return { code: 'unreadable', detail: error.message };
    throw error;
  }
}

/** The object that a text is; undefined for all else, which therefore cannot break out of the question below. */
function objectIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** PayPal compares a checksum of the message's text, so that goes in as it came: read and written again it may differ. */
function verification(headers: z.infer<typeof headersSchema>, webhookId: string, text: string): string {
  const question = JSON.stringify({
    auth_algo: headers['paypal-auth-algo'],
    cert_url: headers['paypal-cert-url'],
    transmission_id: headers['paypal-transmission-id'],
    transmission_sig: headers['paypal-transmission-sig'],
    transmission_time: headers['paypal-transmission-time'],
    webhook_id: webhookId,
  });
  return `${question.slice(0, -1)},"webhook_event":${text}}`;
}
