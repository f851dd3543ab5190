import * as z from 'zod/mini';
import type { RefusedWebhook } from '#server/ports/paypal-provider.ts';

/** PayPal sends all of these headers with every message. */
const headersSchema = z.object({
  'paypal-auth-algo': z.string().check(z.maxLength(100)),
  'paypal-cert-url': z.string().check(z.maxLength(500)),
  'paypal-transmission-id': z.string().check(z.maxLength(100)),
  'paypal-transmission-sig': z.string().check(z.maxLength(1000)),
  'paypal-transmission-time': z.string().check(z.maxLength(100)),
});

export type SignatureHeaders = z.infer<typeof headersSchema>;

/** Returns the headers of a message's signature, or the reason why PayPal cannot have sent them. */
export function readSignatureHeaders(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  now: Date,
): SignatureHeaders | RefusedWebhook {
  const parsed = headersSchema.safeParse(headers);
  const sentAt = Date.parse(parsed.data?.['paypal-transmission-time'] ?? '');
  if (!parsed.success || Number.isNaN(sentAt)) return 'malformed';
  if (!isPayPalAddress(parsed.data['paypal-cert-url'])) return 'foreign_certificate';
  return now.getTime() - sentAt > ageMaxMs ? 'too_old' : parsed.data;
}

/** PayPal repeats a message for three days; one more day allows for clocks and delays. */
const ageMaxMs = 4 * 24 * 60 * 60 * 1000;

/** Test accounts use a subdomain of the same host. */
function isPayPalAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, host, username, password } = new URL(text);
  return protocol === 'https:' && /(^|\.)paypal\.com$/.test(host) && username === '' && password === '';
}
