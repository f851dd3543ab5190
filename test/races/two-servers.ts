import type { CheckoutRequest } from '#contract/checkout.ts';
import type { Deps } from '#server/deps.ts';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#sandbox/testing/webhook-receiver.ts';
import { checkoutBody } from '../support/payments/checkout-body.ts';
import { patientServer, startApp } from '../support/app/start-app.ts';
import { findFreePort } from '#tools/provision/free-port.ts';
import { buildForProcesses, builtServer } from '#tools/start/builds.ts';
import { startChild, waitUntilReady, type Child, type ChildPlan } from '#tools/start/child.ts';

/** Two server processes on one PostgreSQL database. The test delivers the provider's messages. */
export interface TwoServers {
  /** The URLs of both servers. */
  readonly urls: readonly [string, string];
  /** The test's own connections to the same database and provider. */
  readonly deps: Deps;
  readonly sandbox: RunningSandbox;
  readonly control: SandboxControl;
  readonly receiver: WebhookReceiver;
  /** Requests a checkout from a server, as our page does. */
  checkout(url: string, key: string, body?: CheckoutRequest): Promise<Response>;
  /** Requests the confirmation of a payment, as the thank-you page does. */
  confirm(url: string, donationId: string): Promise<Response>;
  /** Delivers a message that the provider sent, with its original signature. */
  deliver(url: string, message: WebhookReceiver['received'][number]): Promise<Response>;
  close(): Promise<void>;
}

const secretKey = 'sk_test_sandbox_key';

/**
 * Repeats a call until its status is not 503, as providers and pages do. On a busy machine, a hundred calls at once can exceed
 * the servers' time limits.
 */
export async function callUntilServed(call: () => Promise<Response>): Promise<Response> {
  const response = await call();
  if (response.status !== 503) return response;
  await response.arrayBuffer(); // frees the connection
  return callUntilServed(call);
}

/** Starts the sandbox in this process, and each server in its own process. */
export async function startTwoServers(): Promise<TwoServers> {
  await buildForProcesses();
  const receiver = await startWebhookReceiver();
  const sandbox = await startSandbox({ secretKey, webhook: receiver });
  const environment = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: receiver.secret,
    STRIPE_API_BASE: sandbox.url,
    RATE_LIMIT_FACTOR: '1000',
    ...patientServer,
  };
  const clock = { now: () => new Date(), advance: () => {} };
  const app = await startApp('postgres', { environment, clock });
  const children: Child[] = [];
  const startServer = async (): Promise<string> => {
    const plan = await planServer({ ...environment, ...databaseOf(app.deps), SANDBOX_PORT: String(sandbox.port) });
    const child = startChild(plan);
    children.push(child);
    await waitUntilReady(child, plan);
    return new URL(plan.readinessUrl).origin;
  };
  const urls = [await startServer(), await startServer()] as const;
  const post = (url: string, headers: Record<string, string>, body?: string): Promise<Response> =>
    fetch(url, { method: 'POST', headers, ...(body === undefined ? {} : { body }) });
  const json = { 'content-type': 'application/json' };
  return {
    urls,
    deps: app.deps,
    sandbox,
    control: controlSandbox(sandbox.url),
    receiver,
    checkout: (url, key, body = checkoutBody()) =>
      post(
        `${url}/api/create-checkout-session`,
        { ...json, origin: publicUrl, 'idempotency-key': key },
        JSON.stringify(body),
      ),
    confirm: (url, donationId) => post(`${url}/api/donations/${donationId}/confirm`, { origin: publicUrl }),
    deliver: (url, { body, signature }) =>
      post(`${url}/api/webhooks/stripe`, { ...json, 'stripe-signature': signature }, body),
    close: async () => {
      await Promise.all(children.map((child) => child.stop()));
      await app.close();
      await sandbox.close();
      await receiver.close();
    },
  };
}

/** The one public URL of both servers. */
const publicUrl = 'http://localhost:3000';

const databaseOf = ({ config }: Deps) => ({ DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl });

async function planServer(settings: Readonly<Record<string, string | undefined>>): Promise<ChildPlan> {
  const port = await findFreePort();
  return {
    title: 'The server',
    entry: builtServer,
    readinessUrl: `http://127.0.0.1:${port}/readyz`,
    environment: {
      PATH: process.env['PATH'],
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      PAYMENT_SANDBOX: 'on',
      LOG_LEVEL: 'warn',
      ...settings,
    },
  };
}
