import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { PayPalAccount } from '../config.ts';
import type { DeliveryRecord } from '../state/records.ts';

/** What a receiver of a webhook hands back to have it verified; the names are those of PayPal's call. */
export interface PayPalSignature {
  readonly transmission_id: string;
  readonly transmission_time: string;
  readonly webhook_id: string;
  readonly transmission_sig: string;
}

const oldSeconds = 3600;

/** The five headers of a PayPal webhook. A tampered delivery is signed with another secret, or names a time long gone. */
export function paypalSignatureHeaders(
  body: string,
  account: PayPalAccount,
  realSeconds: number,
  tampering: DeliveryRecord['tampering'],
): Record<string, string> {
  const id = randomUUID();
  const seconds = tampering === 'old_timestamp' ? realSeconds - oldSeconds : realSeconds;
  const time = new Date(seconds * 1000).toISOString();
  const secret = tampering === 'wrong_signature' ? `${account.clientSecret}-of-somebody-else` : account.clientSecret;
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-SANDBOX',
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature(secret, signedText(id, time, account.webhookId, body)),
  };
}

/** Whether a signature belongs to exactly this body, and to this account's webhook. */
export function isPayPalSignature(account: PayPalAccount, given: PayPalSignature, body: string): boolean {
  if (given.webhook_id !== account.webhookId) return false;
  const text = signedText(given.transmission_id, given.transmission_time, given.webhook_id, body);
  const expected = Buffer.from(signature(account.clientSecret, text));
  const actual = Buffer.from(given.transmission_sig);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const signedText = (id: string, time: string, webhookId: string, body: string): string =>
  `${id}|${time}|${webhookId}|${crc32(body)}`;

/** Stands for PayPal's RSA signature: merchants cannot tell, since they ask for verification. */
const signature = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64');
