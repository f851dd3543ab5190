import { join } from 'node:path';
import fastify, { type FastifyError, type FastifyInstance } from 'fastify';
import qs from 'qs';
import { createClock } from './clock.ts';
import { followClock } from './follow-clock.ts';
import { defaultPayPalAccount, defaultProductName, type SandboxConfig } from './config.ts';
import type { Sandbox } from './sandbox.ts';
import { openStore } from './store.ts';
import { createDispatcher } from './webhooks/dispatcher.ts';
import { readClock } from './control/actions.ts';
import { registerOperatorRoutes } from './control/routes.ts';
import { registerBillingPages } from './pages/billing-routes.ts';
import { registerHostedPages } from './pages/checkout-routes.ts';
import { isPayPalPath, registerPayPalApi, sendUnknownPayPalPath } from './paypal/api/routes.ts';
import { registerPayPalPages } from './paypal/pages/routes.ts';
import { registerStripeApi } from './stripe/api/routes.ts';
import { StripeError, errorBody, unrecognizedUrl } from './stripe/error.ts';

/** A sandbox's configuration, all of it optional, and its timing, for tests. */
export interface SandboxOptions extends Partial<SandboxConfig> {
  /** Real milliseconds between attempts to deliver a webhook. */
  readonly retryDelaysMs?: readonly number[];
  /** Real milliseconds in which the webhook endpoint must respond. */
  readonly webhookTimeoutMs?: number;
  /** Replaces the machine's time, to which the clock adds its offset. Signatures and webhook retries stay on real time. */
  readonly machineNowMs?: () => number;
  readonly log?: (entry: Record<string, unknown>) => void;
}

/** A sandbox that is listening. */
export interface RunningSandbox {
  /** URL of the API and the operator's calls, without a trailing slash. */
  readonly url: string;
  readonly port: number;
  readonly sandbox: Sandbox;
  readonly close: () => Promise<void>;
}

/** Starts a sandbox. Without options it listens on a free port, keeps its state in memory and sends no webhooks. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const host = options.host ?? '127.0.0.1';
  const config = configOf(options, host);
  const store = openStore(config.dataDir === undefined ? undefined : join(config.dataDir, 'sandbox.sqlite'));
  const clock = createClock(store, options.machineNowMs ?? Date.now);
  const webhooks = createDispatcher({
    store,
    clock,
    target: config.webhook,
    paypal: config.paypal,
    log: options.log ?? (() => {}),
    retryDelaysMs: options.retryDelaysMs,
    timeoutMs: options.webhookTimeoutMs,
  });
  const sandbox: Sandbox = { config, store, clock, webhooks };
  const app = buildApp(sandbox);
  await app.listen({ host, port: config.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : config.port;
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  if (config.publicUrl === '') config.publicUrl = url;
  // Only now is it certain that no other sandbox uses this address and is still sending these webhooks.
  webhooks.resume();
  const stopFollowing = followClock(sandbox);
  return {
    url,
    port,
    sandbox,
    close: async () => {
      stopFollowing();
      await app.close();
      await webhooks.close();
      store.close();
    },
  };
}

const configOf = (options: SandboxOptions, host: string) => ({
  host,
  port: options.port ?? 0,
  publicUrl: options.publicUrl ?? '',
  dataDir: options.dataDir,
  secretKey: options.secretKey ?? 'sk_test_sandbox',
  webhook: options.webhook,
  paypal: options.paypal ?? { ...defaultPayPalAccount, webhookUrl: undefined },
  isProduction: options.isProduction ?? false,
  operatorToken: options.operatorToken,
  productName: options.productName ?? defaultProductName,
});

/** Creates the HTTP server of the APIs, hosted pages and operator's calls. It is not yet listening. */
function buildApp(sandbox: Sandbox): FastifyInstance {
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
  app.get('/clock', () => readClock(sandbox)); // for the merchant's server, which follows the clock without the operator's token
  registerStripeApi(app, sandbox);
  registerHostedPages(app, sandbox);
  registerBillingPages(app, sandbox);
  registerPayPalApi(app, sandbox);
  registerPayPalPages(app, sandbox);
  registerOperatorRoutes(app, sandbox);
  return app;
}

/** Parses form encoding with brackets. Objects have no prototype, so a parameter may be called `constructor`. */
function parseForm(text: string): Record<string, unknown> {
  return qs.parse(text, { depth: 10, arrayLimit: 1000, parameterLimit: 5000, plainObjects: true });
}
