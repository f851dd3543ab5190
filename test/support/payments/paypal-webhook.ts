import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Signs a message as the sandbox's PayPal does; `text` replaces the message's JSON. */
export function signPayPal(
  account: { readonly clientSecret: string; readonly webhookId: string },
  message: unknown,
  text = JSON.stringify(message),
): { payload: string; headers: Record<string, string> } {
  const id = '69cd13f0-d67a-11e5-baa3-778b53f4ae55';
  const time = new Date().toISOString(); // messages carry real time
  const signed = `${id}|${time}|${account.webhookId}|${crc32(text)}`;
  return {
    payload: text,
    headers: {
      'content-type': 'application/json',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-SANDBOX',
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': createHmac('sha256', account.clientSecret).update(signed).digest('base64'),
    },
  };
}
