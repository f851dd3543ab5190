import { join } from 'node:path';
import { buildApp } from './build-app.ts';
import { createClock } from './clock.ts';
import type { SandboxConfig } from './config.ts';
import { followClock } from './follow-clock.ts';
import type { Sandbox } from './sandbox.ts';
import { openStore } from './state/store.ts';
import { createDispatcher } from './webhooks/dispatcher.ts';

/** A sandbox's configuration, all of it optional, and what tests may change of its pace. */
export interface SandboxOptions extends Partial<SandboxConfig> {
  /** Real milliseconds between attempts to deliver a webhook. */
  readonly retryDelaysMs?: readonly number[];
  /** Real milliseconds that the webhook endpoint has to answer. */
  readonly webhookTimeoutMs?: number;
  readonly log?: (entry: Record<string, unknown>) => void;
}

/** A sandbox that is listening. */
export interface RunningSandbox {
  /** Address of the API and the operator's calls, without a slash at its end. */
  readonly url: string;
  readonly port: number;
  readonly sandbox: Sandbox;
  readonly close: () => Promise<void>;
}

/** Starts a sandbox; without options on a free port, in memory, without webhooks. */
export async function startSandbox(options: SandboxOptions = {}): Promise<RunningSandbox> {
  const host = options.host ?? '127.0.0.1';
  const config = configOf(options, host);
  const store = openStore(config.dataDir === undefined ? undefined : join(config.dataDir, 'sandbox-state.jsonl'));
  const clock = createClock(store);
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
  // Only now is it sure that no other sandbox runs on this address and state, so only now may the file be replaced and old deliveries go on.
  store.compact();
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

const testAccount = {
  clientId: 'sandbox-client',
  clientSecret: 'sandbox-secret',
  webhookId: 'WH-SANDBOX',
  webhookUrl: undefined,
};

const configOf = (options: SandboxOptions, host: string) => ({
  host,
  port: options.port ?? 0,
  publicUrl: options.publicUrl ?? '',
  dataDir: options.dataDir,
  secretKey: options.secretKey ?? 'sk_test_sandbox',
  webhook: options.webhook,
  paypal: options.paypal ?? testAccount,
  isProduction: options.isProduction ?? false,
  productName: options.productName ?? 'Test merchant',
});
