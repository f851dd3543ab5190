import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { PayPalAccount } from '../config.ts';
import type { DeliveryRecord } from '../records.ts';

/** Age of a signature that is meant to be refused: older than the five minutes that verifiers allow. */
const oldSignatureSeconds = 3600;

/**
 * The `Stripe-Signature` header for a body: the time, and an HMAC-SHA256 of the time and the body.
 * A tampered delivery is signed with another secret or an old time.
 */
export function signatureHeader(
  body: string,
  secret: string,
  realSeconds: number,
  tampering: DeliveryRecord['tampering'],
): string {
  const time = tampering === 'old_timestamp' ? realSeconds - oldSignatureSeconds : realSeconds;
  const key = tampering === 'wrong_signature' ? `${secret}-of-another-account` : secret;
  const signature = createHmac('sha256', key).update(`${time}.${body}`, 'utf8').digest('hex');
  return `t=${time},v1=${signature}`;
}

/** The fields that a receiver sends back to have a webhook verified, with PayPal's names. */
export interface PayPalSignature {
  readonly transmission_id: string;
  readonly transmission_time: string;
  readonly webhook_id: string;
  readonly transmission_sig: string;
}

/** The five headers of a PayPal webhook. A tampered delivery is signed with another secret or an old time. */
export function paypalSignatureHeaders(
  body: string,
  account: PayPalAccount,
  realSeconds: number,
  tampering: DeliveryRecord['tampering'],
): Record<string, string> {
  const id = randomUUID();
  const seconds = tampering === 'old_timestamp' ? realSeconds - oldSignatureSeconds : realSeconds;
  const time = new Date(seconds * 1000).toISOString();
  const secret = tampering === 'wrong_signature' ? `${account.clientSecret}-of-another-account` : account.clientSecret;
  return {
    'paypal-auth-algo': 'SHA256withRSA',
    'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-SANDBOX',
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': signature(secret, signedText(id, time, account.webhookId, body)),
  };
}

/** Returns true if a signature belongs to exactly this body, and to this account's webhook. */
export function isPayPalSignature(account: PayPalAccount, given: PayPalSignature, body: string): boolean {
  if (given.webhook_id !== account.webhookId) return false;
  const text = signedText(given.transmission_id, given.transmission_time, given.webhook_id, body);
  const expected = Buffer.from(signature(account.clientSecret, text));
  const actual = Buffer.from(given.transmission_sig);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

const signedText = (id: string, time: string, webhookId: string, body: string): string =>
  `${id}|${time}|${webhookId}|${crc32(body)}`;

/** Stands in for PayPal's RSA signature. Merchants cannot tell, because they ask PayPal to verify it. */
const signature = (secret: string, text: string): string => createHmac('sha256', secret).update(text).digest('base64');
