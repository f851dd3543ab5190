import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { CheckoutRequest } from '#contract/checkout.ts';
import type { Deps } from '#server/deps.ts';
import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';
import { startWebhookReceiver, type WebhookReceiver } from '#sandbox/testing/webhook-receiver.ts';
import { checkoutBody } from '#test/support/checkout-body.ts';
import { startApp } from '#test/support/start-app.ts';
import { buildWebIfStale } from '#tools/start/build-web.ts';
import { startChild, waitUntilReady, type Child, type ChildPlan } from '#tools/start/child.ts';
import { inProject } from '#tools/start/paths.ts';

/** Two servers, each a process of its own, over one PostgreSQL database; the provider's messages are kept for the test to deliver. */
export interface TwoServers {
  /** Addresses of both. */
  readonly urls: readonly [string, string];
  /** Connections of the test's own to the same database and provider. */
  readonly deps: Deps;
  readonly sandbox: RunningSandbox;
  readonly control: SandboxControl;
  readonly receiver: WebhookReceiver;
  /** Asks a server for a checkout as our page does. */
  checkout(url: string, key: string, body?: CheckoutRequest): Promise<Response>;
  /** Asks a server as the thank-you page does. */
  confirm(url: string, donationId: string): Promise<Response>;
  /** Delivers a message that the provider sent, with its own signature. */
  deliver(url: string, message: WebhookReceiver['received'][number]): Promise<Response>;
  close(): Promise<void>;
}

const secretKey = 'sk_test_sandbox_key';

/** Starts the sandbox in this process and both servers in theirs. */
export async function startTwoServers(): Promise<TwoServers> {
  if (!existsSync(inProject('dist', 'web', 'build.json'))) await buildWebIfStale(); // any pages will do
  const receiver = await startWebhookReceiver();
  const sandbox = await startSandbox({ secretKey, webhook: receiver });
  const environment = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_WEBHOOK_SECRET: receiver.secret,
    STRIPE_API_BASE: sandbox.url,
    RATE_LIMIT_FACTOR: '1000',
  };
  const clock = { now: () => new Date(), advance: () => {} };
  const own = await startApp('postgres', { environment, clock });
  const children: Child[] = [];
  const startServer = async (): Promise<string> => {
    const plan = await planServer({ ...environment, ...placeOf(own.deps), SANDBOX_PORT: String(sandbox.port) });
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
    deps: own.deps,
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
      await own.close();
      await sandbox.close();
      await receiver.close();
    },
  };
}

/** The one address under which donors see both servers. */
const publicUrl = 'http://localhost:3000';

const placeOf = ({ config }: Deps) => ({ DATA_DIR: config.dataDir, DATABASE_URL: config.databaseUrl });

async function planServer(settings: Readonly<Record<string, string | undefined>>): Promise<ChildPlan> {
  const port = await findFreePort();
  return {
    title: 'The server',
    entry: 'src/server/main.ts',
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

async function findFreePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}
