import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodMiniType, z } from 'zod/mini';
import { accountSentences } from '#contract/account.ts';
import { accountCareSentences } from '#contract/account-care.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Deps } from '#server/deps.ts';
import { answerSchema } from './answer-schema.ts';
import { findCurrentUser, type CurrentUser } from './current-user.ts';
import { Refusal } from './error-reply.ts';
import { hasSecondFactor } from './has-second-factor.ts';
import { setSessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The person behind the request; `undefined` for a visitor, and before anybody has asked. */
    signedIn: CurrentUser | undefined;
  }
}

/** What a handler is given: the parsed body and path parameters, and the request and reply for what is special. */
export interface Call<E extends Endpoint> {
  readonly body: E extends { readonly body: infer Body extends ZodMiniType } ? z.infer<Body> : undefined;
  readonly params: Readonly<Record<PathParameter<E['path']>, string>>;
  /** Whoever is signed in; certain where the endpoint is not public. */
  readonly user: E extends { readonly access: 'public' } ? CurrentUser | undefined : CurrentUser;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A successful answer in the endpoint's shape, or a reply that was sent already. */
export type Answer<E extends Endpoint> = z.infer<E['answer']> | FastifyReply;

/**
 * The only way an endpoint comes to life: path, access, limits, parsing and the shape of the answer are read from the table
 * (design 6). Fields that the answer's shape does not name never leave the server.
 */
export function registerEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      ...(endpoint.body ? { body: endpoint.body } : {}),
      ...(endpoint.file === undefined ? { response: { 200: answerSchema(endpoint.answer) } } : {}),
    },
    config: { ...rateLimitOf(endpoint, deps), storesAnyText: endpoint.storesAnyText ?? false },
    onRequest: (request, reply) => assertAccess(deps, endpoint, request, reply),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the framework parsed both by the schema above
      return handler({
        body: request.body,
        params: request.params,
        user: request.signedIn,
        request,
        reply,
      } as Call<E>);
    },
  });
}

/**
 * Finds out who asks, and refuses before anything is parsed: 401 without a session, 403 without the role (rulings), or for an
 * administrator without the second factor where the configuration wants one.
 */
async function assertAccess(
  deps: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { user, prolongedToken } = (await findCurrentUser(deps, request)) ?? {};
  request.signedIn = user;
  if (user && prolongedToken !== undefined)
    setSessionCookie(reply, deps.config, prolongedToken, { id: user.id, isAdmin: user.role === 'admin' });
  if (endpoint.access === 'public') return;
  if (!user) throw new Refusal('sign_in_required', accountSentences.signInNeeded);
  if (endpoint.access === 'admin' && user.role !== 'admin') throw new Refusal('forbidden', accountSentences.adminOnly);
  if (endpoint.access === 'admin' && (await lacksSecondFactor(deps, user)))
    throw new Refusal('forbidden', accountCareSentences.secondFactorNeeded);
}

const lacksSecondFactor = async ({ config, db }: Deps, { id }: CurrentUser): Promise<boolean> =>
  config.admin.needsSecondFactor && !(await hasSecondFactor(db.read, id));

function rateLimitOf(endpoint: Endpoint, deps: Deps) {
  if (endpoint.limitPerMinute === undefined) return {};
  return { rateLimit: { max: endpoint.limitPerMinute * deps.config.rateLimitFactor, timeWindow: 60_000 } };
}
