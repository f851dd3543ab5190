import type { Clock } from './clock.ts';
import type { SandboxConfig } from './config.ts';
import type { Store } from './state/store.ts';
import type { WebhookDispatcher } from './webhooks/dispatcher.ts';

/** The running sandbox as its parts hand it to one another. */
export interface Sandbox {
  readonly config: SandboxConfig;
  readonly store: Store;
  readonly clock: Clock;
  readonly webhooks: WebhookDispatcher;
}

/** The sandbox as of a moment that has passed: what is done with it is dated then. */
export const sandboxAt = (sandbox: Sandbox, seconds: number): Sandbox => ({
  ...sandbox,
  clock: { ...sandbox.clock, nowSeconds: () => seconds },
});

/** The API call that caused a change; null when a payer, the operator or the clock did. */
export interface Origin {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}
