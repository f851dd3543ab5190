import { callbackify } from 'node:util';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tokenSentences } from '#contract/admin/tokens.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { Deps } from '#server/deps.ts';
import { hashToken, personColumns } from '#server/http/current-user.ts';
import { Refusal } from '#server/http/error-reply.ts';
import type { TokenUser } from '#server/http/register-endpoint.ts';
import { hasBearer } from '#server/http/same-origin.ts';
import { recordAlone } from '#server/staff/index.ts';
import { isApiToken } from './token-text.ts';

/**
 * Finds the person behind an API token, before an endpoint checks access. The cookies of a request with a token are ignored.
 * The audit log records a change by a token before it is made.
 */
export function authenticateTokens(server: FastifyInstance, deps: Deps): void {
  const takeOne = server.createRateLimit({
    max: callsPerMinute * deps.config.rateLimitFactor,
    timeWindow: minuteMs,
    keyGenerator: (request) => request.tokenUser?.token.id ?? '',
  });
  server.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.config.isEndpoint !== true || !hasBearer(request)) return done(); // no promise for most requests
    callbackify(authenticate)(request, reply, done);
  });
  server.addHook('preHandler', ({ tokenUser, method, routeOptions }, _reply, done) => {
    if (!tokenUser || method === 'GET') return done();
    const use = { call: `${method} ${routeOptions.url ?? ''}` };
    const subject = { kind: 'token', id: tokenUser.token.id } as const;
    callbackify(recordAlone)(deps, { actor: tokenUser, action: 'token_used', subject, after: use }, done);
  });

  async function authenticate(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.cookies = {};
    request.tokenUser = await findTokenUser(deps, request);
    if (!request.tokenUser) {
      reply.header('www-authenticate', 'Bearer error="invalid_token"');
      throw new Refusal('token_invalid', tokenSentences.invalid);
    }
    const limit = await takeOne(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    reply.header('retry-after', limit.ttlInSeconds);
    throw new Refusal('too_many_requests', 'Too many requests with this token. Please wait a minute and try again.');
  }
}

const callsPerMinute = 300;
const minuteMs = 60_000;

async function findTokenUser(deps: Deps, { headers }: FastifyRequest): Promise<TokenUser | undefined> {
  const token = (headers.authorization ?? '').replace(/^bearer +/i, '');
  if (!isApiToken(token)) return undefined;
  const now = deps.clock.now();
  const [found] = await selectToken(deps.db.read, { tokenHash: hashToken(token), now: now.toISOString() });
  if (!found) return undefined;
  const { token_id: id, password_tag: tag, password_hash: passwordHash, last_used_at: usedAt, ...person } = found;
  if (hashToken(passwordHash) !== tag) return undefined;
  await recordUse(deps, { id, usedAt, now });
  return { ...person, token: { id } };
}

const selectToken = prepared((db, { tokenHash, now }: { tokenHash: string; now: string }) =>
  db
    .selectFrom('api_tokens')
    .innerJoin('users', 'users.id', 'api_tokens.user_id')
    .select(personColumns)
    .select(['users.password_hash', 'api_tokens.id as token_id', 'password_tag', 'last_used_at'])
    .where('api_tokens.token_hash', '=', tokenHash)
    .where('api_tokens.expires_at', '>', now),
);

/** Records when a token was used, at most once a minute. */
async function recordUse(
  { db }: Deps,
  { id, usedAt, now }: { readonly id: string; readonly usedAt: string | null; readonly now: Date },
): Promise<void> {
  if (usedAt !== null && now.getTime() - Date.parse(usedAt) < minuteMs) return;
  await db.write.updateTable('api_tokens').set({ last_used_at: now.toISOString() }).where('id', '=', id).execute();
}
