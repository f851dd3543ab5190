import { createHmac } from 'node:crypto';
import type { Random } from '#server/deps.ts';

/** A new secret in the form of the Standard Webhooks specification: `whsec_` and 256 random bits. */
export const newSecret = (random: Random): string => `${prefix}${Buffer.from(random.bytes(32)).toString('base64')}`;

const prefix = 'whsec_';

/** The headers of a message, signed with each secret (Standard Webhooks 1.0.0). */
export const signedHeaders = (
  { id, body, at }: { readonly id: string; readonly body: string; readonly at: Date },
  secrets: readonly string[],
): Readonly<Record<string, string>> => {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret, `${id}.${timestamp}.${body}`)}`).join(' '),
  };
};

const sign = (secret: string, content: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64'))
    .update(content)
    .digest('base64');
