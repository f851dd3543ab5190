import { createHmac } from 'node:crypto';
import type { DeliveryRecord } from '../state/records.ts';

/** Age of a signature that is meant to be refused: older than the five minutes that verifiers allow. */
const oldSignatureSeconds = 3600;

/**
 * The `Stripe-Signature` header for a body: the time and an HMAC-SHA256 over time and body.
 * A tampered delivery is signed with another secret, or at a time long gone.
 */
export function signatureHeader(
  body: string,
  secret: string,
  realSeconds: number,
  tampering: DeliveryRecord['tampering'],
): string {
  const time = tampering === 'old_timestamp' ? realSeconds - oldSignatureSeconds : realSeconds;
  const key = tampering === 'wrong_signature' ? `${secret}-of-somebody-else` : secret;
  const signature = createHmac('sha256', key).update(`${time}.${body}`, 'utf8').digest('hex');
  return `t=${time},v1=${signature}`;
}
