import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/start-sandbox.ts';

/** A sandbox that sends no webhooks, and the variables that point a product at it. */
export interface SilentSandbox {
  readonly running: RunningSandbox;
  readonly control: SandboxControl;
  readonly environment: Readonly<Record<string, string>>;
}

/** Starts a silent sandbox in memory, on a free port. The test delivers the messages. */
export async function startSilentSandbox(): Promise<SilentSandbox> {
  const running = await startSandbox({ secretKey: 'sk_test_silent' });
  return { running, control: controlSandbox(running.url), environment: providerVariables(running) };
}

/** Returns the variables that point a product at a sandbox, as if it were Stripe and PayPal. */
export function providerVariables({ url, sandbox }: RunningSandbox): Record<string, string> {
  const { secretKey, paypal } = sandbox.config;
  return {
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_API_BASE: url,
    PAYPAL_CLIENT_ID: paypal.clientId,
    PAYPAL_CLIENT_SECRET: paypal.clientSecret,
    PAYPAL_WEBHOOK_ID: paypal.webhookId,
    PAYPAL_API_BASE: url,
  };
}
