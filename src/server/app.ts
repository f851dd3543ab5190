import cookie from '@fastify/cookie';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import { accountingRoutes } from '#server/accounting/index.ts';
import { accountRoutes } from '#server/account/index.ts';
import {
  adminDonationRoutes,
  adminDonorRoutes,
  balanceRoutes,
  refundRoutes,
  reviewItemRoutes,
  reviewRoutes,
  todayRoutes,
} from '#server/admin/index.ts';
import { authRoutes } from '#server/auth/index.ts';
import { catalogueRoutes } from '#server/catalogue/index.ts';
import { checkoutRoutes, paypalRoutes } from '#server/checkout/index.ts';
import { journeyRoutes } from '#server/journey/index.ts';
import { messageRoutes } from '#server/messages/index.ts';
import { donationRoutes, statementRoutes } from '#server/donations/index.ts';
import { newsletterRoutes } from '#server/newsletter/index.ts';
import { openApiRoutes } from '#server/openapi/index.ts';
import { webhookRoutes } from '#server/payments/index.ts';
import { payoutRoutes } from '#server/payouts/index.ts';
import { pictureRoutes } from '#server/pictures/index.ts';
import { publicLogRoutes } from '#server/public-log/index.ts';
import { refreshPublished } from '#server/publishing/index.ts';
import { questionsRoutes } from '#server/questions/index.ts';
import { receiptRoutes, splitRoutes } from '#server/receipts/index.ts';
import { ratesRoutes } from '#server/rates/index.ts';
import { recurringRoutes } from '#server/recurring/index.ts';
import { createFiguresReader, createYearsReader, reportRoutes } from '#server/report/index.ts';
import { staffRoutes } from '#server/staff/index.ts';
import { authenticateTokens, tokenRoutes } from '#server/tokens/index.ts';
import { createTransparencyReader, transparencyRoutes } from '#server/transparency/index.ts';
import { webhookEndpointRoutes } from '#server/webhooks/index.ts';
import { wordsRoutes } from '#server/words/index.ts';
import { approvalHandlers } from './approval-handlers.ts';
import type { Deps } from './deps.ts';
import { newId } from './ids.ts';
import { acceptEmptyBodies, checkText } from './http/request-body.ts';
import { limitRequests } from './http/limit-requests.ts';
import { handleErrors, sendUnknownEndpoint } from './http/error-reply.ts';
import { logRequests, operationRoutes } from './http/operations/operation-routes.ts';
import { traceRequests } from './http/operations/trace-requests.ts';
import { sendNotFoundPage, servePages, type HeadersOfPages, type WebBuild } from './http/pages.ts';
import { checkOrigin } from './http/same-origin.ts';
import { searchRoutes } from './http/search-routes.ts';
import { paypalPageHeaders, securityHeaders } from './http/security-headers.ts';
import { mailWriters } from './mail-writers.ts';
import { mailboxRoutes } from './mail/mailbox-routes.ts';
import { ownContents, pageContents } from './page-contents.ts';

export interface App {
  readonly server: FastifyInstance;
  /** Makes `/readyz` fail and closes each connection after its next response, so that a proxy sends its requests elsewhere. */
  drain(): void;
}

/** Builds the server on a migrated and seeded database. Without a web build it serves the API only. */
export async function buildApp(deps: Deps, web?: WebBuild): Promise<App> {
  const state = { isDraining: false };
  const headers = securityHeaders(deps.config);
  const server = createServer(deps, (request, reply) =>
    handleUnknownAddress(request, reply.headers(headers).header('x-request-id', request.id), deps, web),
  );
  server.setValidatorCompiler(validatorCompiler);
  acceptEmptyBodies(server);
  server.decorateRequest('signedIn', undefined);
  server.decorateRequest('tokenUser', undefined);
  server.removeContentTypeParser('text/plain'); // only JSON, unless a route adds a type: a form on another site cannot send it
  traceRequests(server, deps); // first, so that the other hooks run within the span
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers).header('x-request-id', request.id);
    if (state.isDraining) reply.header('connection', 'close'); // the client's next request goes to another process
    done(checkOrigin(request, deps.config));
  });
  limitRequests(server, deps);
  server.addHook('preValidation', (request, _reply, done) => done(checkText(request)));
  logRequests(server, deps);
  handleErrors(server);
  await server.register(cookie);
  await server.register(rateLimit, { global: false, ipv6Subnet: 64, store: deps.rateLimits.Store });
  authenticateTokens(server, deps);
  await addRoutes(server, deps, state, web);
  return { server, drain: () => void (state.isDraining = true) };
}

/** `handleUnreadableUrl` responds to URLs that cannot be decoded; no hook runs for them. */
function createServer(
  deps: Deps,
  handleUnreadableUrl: (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>,
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = deps.log; // widened, so that the server's type does not depend on the logger's
  return Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => newId('req', deps.random),
    trustProxy: deps.config.trustedProxies.length > 0 ? [...deps.config.trustedProxies] : false,
    bodyLimit: 64 * 1024,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // a request that we have accepted gets a response
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: headerBytesMax }, // an id that is too long gets the same response as any unknown id
    frameworkErrors: (_error, request, reply) => void handleUnreadableUrl(request, reply),
  });
}

const headerBytesMax = 16 * 1024; // Node's own limit for the URL and the headers together

/** Routes that show one donation and what proves it. */
function addRoutesAboutDonation(server: FastifyInstance, deps: Deps): void {
  receiptRoutes(server, deps);
  splitRoutes(server, deps);
  journeyRoutes(server, deps);
  publicLogRoutes(server, deps);
}

async function addRoutes(
  server: FastifyInstance,
  deps: Deps,
  state: { isDraining: boolean },
  web?: WebBuild,
): Promise<void> {
  await refreshPublished(deps);
  await deps.wantedEvents.refresh(deps.db.read);
  operationRoutes(server, deps, state);
  authRoutes(server, deps);
  catalogueRoutes(server, deps);
  ratesRoutes(server, deps);
  wordsRoutes(server, deps);
  questionsRoutes(server, deps);
  checkoutRoutes(server, deps);
  paypalRoutes(server, deps);
  pictureRoutes(server, deps);
  addRoutesAboutDonation(server, deps);
  recurringRoutes(server, deps);
  donationRoutes(server, deps);
  statementRoutes(server, deps);
  accountRoutes(server, deps);
  messageRoutes(server, deps);
  refundRoutes(server, deps);
  staffRoutes(server, deps, approvalHandlers);
  payoutRoutes(server, deps);
  adminDonationRoutes(server, deps);
  adminDonorRoutes(server, deps);
  reviewItemRoutes(server, deps);
  accountingRoutes(server, deps);
  todayRoutes(server, deps);
  balanceRoutes(server, deps);
  reviewRoutes(server, deps);
  await server.register(async (scope) => newsletterRoutes(scope, deps));
  const readers = createReaders(deps);
  reportRoutes(server, deps, readers);
  transparencyRoutes(server, deps, readers.transparency);
  openApiRoutes(server, deps);
  tokenRoutes(server, deps);
  webhookEndpointRoutes(server, deps);
  mailboxRoutes(server, deps, mailWriters);
  await server.register(async (scope) => webhookRoutes(scope, deps));
  if (web) {
    const sources = { contents: () => pageContents(deps), ownContents: ownContents(deps, web, readers) };
    servePages(server, web, { ...sources, headers: headersOfPages(deps) });
    searchRoutes(server, web, deps.config);
  }
  server.setNotFoundHandler((request, reply) => handleUnknownAddress(request, reply, deps, web));
}

const createReaders = (deps: Deps) => ({
  figures: createFiguresReader(deps),
  years: createYearsReader(deps),
  transparency: createTransparencyReader(deps),
});

function headersOfPages({ config }: Deps): HeadersOfPages {
  const paypal = paypalPageHeaders(config);
  return new Map(paypal ? [['/paypal-checkout', paypal]] : []);
}

/** The response for unknown addresses: a page for page requests, JSON for all others. */
function handleUnknownAddress(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: Deps,
  web?: WebBuild,
): FastifyReply | Promise<FastifyReply> {
  const isPage = web && (request.method === 'GET' || request.method === 'HEAD') && !isApiPath(request.url);
  return isPage ? sendNotFoundPage(request, reply, { web, contents: pageContents(deps) }) : sendUnknownEndpoint(reply);
}

const isApiPath = (url: string): boolean => /^\/(api|paypal)([/?#]|$)/.test(url);
