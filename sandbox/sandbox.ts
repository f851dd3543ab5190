import type { Clock } from './clock.ts';
import type { SandboxConfig } from './config.ts';
import type { Store } from './store.ts';
import type { WebhookDispatcher } from './webhooks/dispatcher.ts';

/** The parts of a running sandbox. */
export interface Sandbox {
  readonly config: SandboxConfig;
  readonly store: Store;
  readonly clock: Clock;
  readonly webhooks: WebhookDispatcher;
}

/** The sandbox at a past time: changes made with it have that date. */
export const sandboxAt = (sandbox: Sandbox, seconds: number): Sandbox => ({
  ...sandbox,
  clock: { ...sandbox.clock, nowSeconds: () => seconds },
});

/** The API call that caused a change; null when a payer, the operator or the clock did. */
export interface Origin {
  readonly requestId: string;
  readonly idempotencyKey: string | null;
}
