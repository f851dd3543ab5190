import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';

/** A sandbox that sends no webhooks, and the variables that point a product at it. */
export interface SilentSandbox {
  readonly running: RunningSandbox;
  readonly control: SandboxControl;
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts it in memory on a free port. The test delivers its messages. */
export async function startSilentSandbox(): Promise<SilentSandbox> {
  const secretKey = 'sk_test_silent';
  const running = await startSandbox({ secretKey });
  const { paypal } = running.sandbox.config;
  const environment = {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_API_BASE: running.url,
    PAYPAL_CLIENT_ID: paypal.clientId,
    PAYPAL_CLIENT_SECRET: paypal.clientSecret,
    PAYPAL_WEBHOOK_ID: paypal.webhookId,
    PAYPAL_API_BASE: running.url,
  };
  return { running, control: controlSandbox(running.url), environment };
}
