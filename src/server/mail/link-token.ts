import * as z from 'zod';
import type { Deps } from '#server/deps.ts';

/** The token of a link as it waits in a job's payload until its email is sent. */
export const encryptToken = ({ encryption }: Pick<Deps, 'encryption'>, token: string): { encryptedToken: string } => ({
  encryptedToken: encryption.encrypt(token, purpose),
});

/**
 * The token in a payload; empty after its email was sent. Throws UnreadableToken when its key is missing, so that the job is
 * retried: another server may have the key. A token that an earlier release enqueued is not encrypted.
 */
export function decryptToken({ encryption }: Pick<Deps, 'encryption'>, payload: string): string {
  const { token, encryptedToken = '' } = tokenPayload.parse(JSON.parse(payload));
  if (token !== undefined || encryptedToken === '') return token ?? '';
  const decrypted = encryption.decrypt(encryptedToken, purpose);
  if (decrypted === undefined) throw new UnreadableToken('the link of this email cannot be read: its key is missing');
  return decrypted;
}

export class UnreadableToken extends Error {
  override readonly name = 'UnreadableToken';
}

const tokenPayload = z.object({ token: z.optional(z.string()), encryptedToken: z.optional(z.string()) });

const purpose = 'token of a mailed link';
