import type { FastifyReply, FastifyRequest } from 'fastify';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken, sessionEnd } from '#server/http/current-user.ts';
import { setSessionCookie } from '#server/http/session-cookie.ts';
import { holdAccount } from './hold-account.ts';
import { insertSession } from './queries.ts';

/**
 * Signs a user in on this device: a new token of 256 bits in the cookie, its hash in the table. The old token, if any, is not
 * reused. False when the account was deleted meanwhile, and then nobody is signed in.
 */
export async function openSession(
  deps: Deps,
  userId: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const token = Buffer.from(deps.random.bytes(32)).toString('base64url');
  const now = deps.clock.now();
  const session = {
    token_hash: hashToken(token),
    user_id: userId,
    created_at: now.toISOString(),
    seen_at: now.toISOString(),
    expires_at: sessionEnd(now),
    device: (request.headers['user-agent'] ?? '').slice(0, 300),
  };
  const isOpen = await inTransaction(deps.db, async (tx) => {
    if (!(await holdAccount(tx, userId))) return false;
    await insertSession(tx, session);
    return true;
  });
  if (isOpen) setSessionCookie(reply, deps.config, token);
  return isOpen;
}
