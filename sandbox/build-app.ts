import fastify from 'fastify';
import type { FastifyError, FastifyInstance } from 'fastify';
import qs from 'qs';
import { isPayPalPath, registerPayPalApi, sendUnknownPayPalPath } from './paypal-api/routes.ts';
import { registerPayPalPages } from './paypal-pages/routes.ts';
import { registerOperatorRoutes } from './operator/routes.ts';
import { registerBillingPages } from './pages/billing-routes.ts';
import { registerHostedPages } from './pages/routes.ts';
import type { Sandbox } from './sandbox.ts';
import { registerStripeApi } from './stripe-api/routes.ts';
import { StripeError, errorBody, unrecognizedUrl } from './stripe/stripe-error.ts';

/** Puts the sandbox's API, hosted pages and operator's calls on one HTTP server, not yet listening. */
export function buildApp(sandbox: Sandbox): FastifyInstance {
  const app = fastify({
    forceCloseConnections: true,
    bodyLimit: 1024 * 1024,
    routerOptions: { querystringParser: parseForm, maxParamLength: 500 },
  });
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) => {
    done(null, parseForm(String(body)));
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const status = error.statusCode ?? 500;
    if (status >= 500) process.stderr.write(`${JSON.stringify({ error: error.stack, path: request.url })}\n`);
    const type = status >= 500 ? 'api_error' : 'invalid_request_error';
    return reply.code(status).send(errorBody(new StripeError(status, type, error.message)));
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (isPayPalPath(path)) return sendUnknownPayPalPath(reply);
    const refusal = unrecognizedUrl(request.method, path);
    return reply.code(refusal.status).send(errorBody(refusal));
  });
  app.get('/healthz', (_request, reply) => reply.send({ status: 'ok' }));
  registerStripeApi(app, sandbox);
  registerHostedPages(app, sandbox);
  registerBillingPages(app, sandbox);
  registerPayPalApi(app, sandbox);
  registerPayPalPages(app, sandbox);
  registerOperatorRoutes(app, sandbox);
  return app;
}

/** Form encoding with brackets. Objects come without prototype, so that no parameter's name can collide with one of its own. */
function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 10, arrayLimit: 1000, parameterLimit: 5000, plainObjects: true });
}
