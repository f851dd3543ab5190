import * as z from 'zod';
import type { JobKind } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { decryptToken, encryptToken, UnreadableToken } from './link-token.ts';

type EncryptionDeps = Pick<Deps, 'db' | 'encryption'>;

/**
 * Encrypts the tokens of unsent emails with the current key: those that an earlier release enqueued unencrypted, and those that
 * were encrypted with a former key. Can be repeated, and can run while other servers send these emails.
 */
export async function encryptWaitingTokens(deps: EncryptionDeps): Promise<void> {
  const jobs = await deps.db.read
    .selectFrom('outbox')
    .select(['id', 'payload'])
    .where('status', 'in', ['waiting', 'held', 'dead', 'discarded'])
    .where('kind', 'in', linkKinds)
    .where('payload', 'not like', `%"encryptedToken":"${deps.encryption.prefix}%`)
    .execute();
  for (const { id, payload } of jobs)
    await deps.db.write
      .updateTable('outbox')
      .set({ payload: withCurrentKey(deps, payload) })
      .where('id', '=', id)
      .where('payload', '=', payload) // it may have been sent, and its token blanked
      .execute();
}

const linkKinds: readonly JobKind[] = ['confirm_email', 'change_email', 'reset_password', 'newsletter_confirmation'];

/** Returns the payload unchanged when the key of its token is missing. */
function withCurrentKey(deps: EncryptionDeps, payload: string): string {
  try {
    const { token: _token, ...others } = jobPayload.parse(JSON.parse(payload));
    return JSON.stringify({ ...others, ...encryptToken(deps, decryptToken(deps, payload)) });
  } catch (error) {
    if (error instanceof UnreadableToken) return payload;
    throw error;
  }
}

const jobPayload = z.record(z.string(), z.string());
