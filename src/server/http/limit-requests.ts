import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import type { Deps } from '#server/deps.ts';
import { sendRefusal } from './error-reply.ts';
import { html } from './html.ts';
import { quietRoutes } from './operations/operation-routes.ts';

/** What a request does: record a payment that has begun, begin one, or anything else. */
type RequestKind = 'settlement' | 'checkout' | 'other';

/**
 * Bounds how many requests of each kind this process serves at the same time, and refuses more with 503. Accepted requests
 * therefore get a response soon, and neither a rush of visitors nor a provider that hangs keeps payments from being recorded.
 * Monitoring always gets a response.
 */
export function limitRequests(app: FastifyInstance, { config, metrics, log }: Deps): void {
  const served: Record<RequestKind, number> = { settlement: 0, checkout: 0, other: 0 };
  const release = createRelease(served, () => (isOverloaded = false));
  let isOverloaded = false;
  app.addHook('onRequest', (request, reply, done) => {
    const route = request.routeOptions.url ?? '';
    if (quietRoutes.has(route)) return done();
    const kind = kindOf(route);
    if (served[kind] >= config.requestsMax) {
      metrics.requestsRefused.inc({ kind });
      if (!isOverloaded) log.warn({ kind }, 'overloaded; requests are refused');
      isOverloaded = true;
      return void refuse(request, reply);
    }
    served[kind] += 1;
    reply.raw.once('close', () => release(kind)); // even when the client leaves before it gets a response
    done();
  });
}

/**
 * How many connections the kernel queues until the process accepts them; a kernel may allow fewer. It drops any more without a
 * response. This queue is therefore far longer than the number of requests that a process serves: the process itself refuses a
 * rush.
 */
export const waitingConnectionsMax = 4096;

/**
 * Releases ended requests in the next turn of the event loop, so that requests that arrive while the loop is busy are counted
 * together: with SQLite, each request gets a response before the next is seen.
 */
function createRelease(served: Record<RequestKind, number>, onAllServed: () => void): (kind: RequestKind) => void {
  let ended: RequestKind[] = [];
  const releaseAll = (): void => {
    for (const kind of ended) served[kind] -= 1;
    ended = [];
    if (served.settlement + served.checkout + served.other === 0) onAllServed();
  };
  return (kind) => {
    if (ended.push(kind) === 1) setImmediate(releaseAll);
  };
}

const kindOf = (route: string): RequestKind => kinds.get(route) ?? 'other';

/** The kinds of routes. The pages are those to which a donor returns from the provider. */
const kinds: ReadonlyMap<string, RequestKind> = new Map([
  ['/api/webhooks/stripe', 'settlement'],
  ['/api/webhooks/paypal', 'settlement'],
  [endpoints.capturePayPalOrder.path, 'settlement'],
  [endpoints.confirmDonation.path, 'settlement'],
  [endpoints.getReceipt.path, 'settlement'],
  ['/donation-success', 'settlement'],
  ['/paypal-checkout', 'settlement'],
  [endpoints.createCheckoutSession.path, 'checkout'],
  [endpoints.createPayPalOrder.path, 'checkout'],
  [endpoints.setUpPayPal.path, 'checkout'],
]);

const sentence = 'Too many people are here right now. Please try again in a moment.';

function refuse(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
  if (!isPage) return sendRefusal(reply, 'unavailable', sentence);
  const headers = { 'retry-after': '5', 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' };
  return reply.code(503).headers(headers).send(page);
}

const page = `<!doctype html>${
  html`<html lang="en"><meta name="viewport" content="width=device-width" /><title>Please try again</title><p>${sentence}</p></html>`
    .markup
}`;
