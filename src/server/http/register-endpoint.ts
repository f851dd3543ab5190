import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { accountSentences } from '#contract/account/account.ts';
import { tokenSentences } from '#contract/admin/tokens.ts';
import { staffSentences } from '#contract/admin/staff.ts';
import {
  idempotencyKeyHeader,
  isStaffAccess,
  type Endpoint,
  type StaffAccess,
  type Upload,
} from '#contract/endpoint.ts';
import { hasRight, type StaffRole } from '#domain/staff/rights.ts';
import type { Deps } from '#server/deps.ts';
import { findCurrentUser, hasSecondFactor, needsSecondFactor, type CurrentUser, type Person } from './current-user.ts';
import { Refusal } from './error-reply.ts';
import { acceptUpload, uploadedFile } from './request-body.ts';
import { serializerOf } from './response-serializer.ts';
import { hasOutdatedHint, setHintCookie, setSessionCookie } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user; `undefined` for a visitor, and until `onRequest` has run. */
    signedIn: CurrentUser | undefined;
    /** The person whose API token the request has instead of a session; `undefined` if there is none. */
    tokenUser: TokenUser | undefined;
  }
  interface FastifyContextConfig {
    /** True if the route belongs to the endpoint table. */
    isEndpoint?: boolean;
  }
}

/**
 * The input of a handler: the parsed body or the uploaded file, query and path parameters; request and reply for everything
 * else.
 */
export interface Call<E extends Endpoint> {
  readonly body: E extends { readonly body: infer Body extends z.ZodMiniType }
    ? z.infer<Body>
    : E extends { readonly upload: Upload }
      ? Buffer
      : undefined;
  readonly query: E extends { readonly query: infer Query extends z.ZodMiniType } ? z.infer<Query> : undefined;
  readonly params: Readonly<Record<PathParameter<E['path']>, string>>;
  /** The signed-in user, always present if the endpoint is not public, and with a role if it is for staff. */
  readonly user: E extends { readonly access: 'public' }
    ? CurrentUser | undefined
    : E extends { readonly access: 'donor' }
      ? CurrentUser
      : E extends { readonly onlyInPerson: true }
        ? StaffMember & CurrentUser
        : StaffMember;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** A person who calls with an API token. */
export type TokenUser = Person & { readonly token: { readonly id: string } };

/** A member of the team, signed in or with an API token. */
export type StaffMember = Person & Partial<Pick<TokenUser, 'token'>> & { readonly staff_role: StaffRole };

type PathParameter<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathParameter<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

/** A successful response in the endpoint's shape, or a reply that was already sent. */
export type EndpointResponse<E extends Endpoint> = z.infer<E['response']> | FastifyReply;

/**
 * Registers an endpoint of the table, which decides path, access, limits, parsing and the shape of the response. Fields that
 * are not in the shape never leave the server.
 */
export function registerEndpoint<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (call: Call<E>) => Promise<EndpointResponse<E>>,
): void {
  const { upload } = endpoint;
  if (!upload) return addRoute(app, deps, endpoint, handler);
  void app.register(async (scope) => {
    acceptUpload(scope, upload);
    addRoute(scope, deps, endpoint, handler);
  });
}

function addRoute<E extends Endpoint>(
  app: FastifyInstance,
  deps: Deps,
  endpoint: E,
  handler: (call: Call<E>) => Promise<EndpointResponse<E>>,
): void {
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.bodyMax === undefined ? {} : { bodyLimit: endpoint.bodyMax }),
    schema: {
      ...(endpoint.body ? { body: endpoint.body } : {}),
      ...(endpoint.query ? { querystring: endpoint.query } : {}),
      ...(endpoint.file === undefined ? { response: { 200: endpoint.response } } : {}),
    },
    serializerCompiler: () => serializerOf(endpoint.response),
    config: {
      ...rateLimitOf(endpoint, deps),
      ...(endpoint.upload ? { upload: endpoint.upload } : {}),
      storesAnyText: endpoint.storesAnyText ?? false,
      isEndpoint: true,
    },
    onRequest: (request, reply) => assertAccess(deps, endpoint, request, reply),
    handler: async (request, reply) => {
      reply.header('cache-control', 'no-store');
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the framework parsed body and query by the schemas above
      return handler({
        body: endpoint.upload ? uploadedFile(request) : request.body,
        query: endpoint.query ? request.query : undefined,
        params: request.params,
        user: request.tokenUser ?? request.signedIn,
        request,
        reply,
      } as Call<E>);
    },
  });
}

/** The idempotency key that the page sends with a request and its repetitions. Throws a Refusal when it is malformed. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  const key = request.headers[idempotencyKeyHeader];
  const isMalformed = key !== undefined && (typeof key !== 'string' || !/^[\x21-\x7e]{8,200}$/.test(key));
  if (isMalformed) throw new Refusal('invalid_request', 'The Idempotency-Key must be 8 to 200 visible characters.');
  return key;
}

/**
 * Finds the user and refuses before anything is parsed: 401 without a session, 403 without the right (spec-readings,
 * Accounts), and 403 for staff without the second factor that they need.
 */
async function assertAccess(
  deps: Deps,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (request.tokenUser) return assertTokenAccess(deps, endpoint, request);
  const { user, extendedToken } = (await findCurrentUser(deps, request)) ?? {};
  request.signedIn = user;
  if (user && extendedToken !== undefined) setSessionCookie(reply, deps.config, extendedToken, user);
  else if (user && hasOutdatedHint(request, user)) setHintCookie(reply, deps.config, user);
  if (endpoint.access === 'public') return;
  if (!user) throw new Refusal('sign_in_required', accountSentences.signInNeeded);
  if (isStaffAccess(endpoint.access)) await assertStaff(deps, user, endpoint.access);
}

/**
 * A token can do what its owner's role allows, except what has to be done in person. It does not act for a donor, so on public
 * endpoints it can only read, as a visitor.
 */
async function assertTokenAccess(deps: Deps, endpoint: Endpoint, request: FastifyRequest): Promise<void> {
  const { tokenUser } = request;
  if (!tokenUser) return;
  if (isStaffAccess(endpoint.access) && !endpoint.onlyInPerson) return assertStaff(deps, tokenUser, endpoint.access);
  if (endpoint.access !== 'public' || endpoint.method !== 'GET')
    throw new Refusal('token_not_allowed', tokenSentences.notAllowed);
  request.tokenUser = undefined;
}

async function assertStaff({ config, db }: Deps, user: Person, access: StaffAccess): Promise<void> {
  const { staff_role: role } = user;
  const isAllowed = access === 'staff' ? role !== null : hasRight(role, access);
  if (!isAllowed) throw new Refusal('forbidden', accountSentences.forbidden);
  if (needsSecondFactor(config, user) && !(await hasSecondFactor(db.read, user.id)))
    throw new Refusal('second_factor_missing', staffSentences.secondFactorMissing);
}

function rateLimitOf(endpoint: Endpoint, deps: Deps) {
  if (endpoint.limitPerMinute === undefined) return {};
  return { rateLimit: { max: endpoint.limitPerMinute * deps.config.rateLimitFactor, timeWindow: 60_000 } };
}
