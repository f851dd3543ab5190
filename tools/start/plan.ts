import type { Config, Listener } from '#server/config/config.ts';
import { brand } from '#domain/brand.ts';
import { builtServer } from './builds.ts';
import type { ChildPlan } from './child.ts';
import { localAddress } from './ports.ts';
import type { SandboxKeys } from './sandbox-keys.ts';

/** The processes to run. The product becomes ready only after the sandbox responds. */
export interface StartPlan {
  readonly sandbox: ChildPlan | undefined;
  readonly product: ChildPlan;
}

export function listenersOf(config: Config): Listener[] {
  const product = { title: 'the product', host: config.host, port: config.port, portVariable: 'PORT' };
  if (!config.sandbox) return [product];
  return [
    product,
    { title: 'the payment sandbox', host: config.host, port: config.sandbox.port, portVariable: 'SANDBOX_PORT' },
  ];
}

/**
 * Plans each process with its environment. The product reaches the sandbox through the same variables as a real provider; the
 * sandbox calls the product only at its webhook addresses.
 */
export function planStart(config: Config, keys: SandboxKeys | undefined, environment: NodeJS.ProcessEnv): StartPlan {
  const shared = { ...environment, DATA_DIR: config.dataDir };
  const { timeLimitFactor } = config;
  const productUrl = localAddress(config.host, config.port);
  const product = {
    title: 'The product',
    entry: builtServer,
    readinessUrl: `${productUrl}/readyz`,
    timeLimitFactor,
    drainMs: config.drainMs,
  };
  if (!config.sandbox || !keys) return { sandbox: undefined, product: { ...product, environment: shared } };

  const sandboxUrl = localAddress(config.host, config.sandbox.port);
  return {
    sandbox: {
      title: 'The payment sandbox',
      entry: 'sandbox/main.ts',
      readinessUrl: `${sandboxUrl}/healthz`,
      timeLimitFactor,
      environment: {
        ...shared,
        SANDBOX_PORT: String(config.sandbox.port),
        SANDBOX_HOST: config.host,
        SANDBOX_PUBLIC_URL: config.sandbox.url,
        SANDBOX_PRODUCT_NAME: brand.name,
        ...sandboxKeyVariables(keys, productUrl),
      },
    },
    product: {
      ...product,
      environment: {
        ...shared,
        PAYMENT_SANDBOX: 'on',
        SANDBOX_PORT: String(config.sandbox.port),
        STRIPE_SECRET_KEY: keys.secretKey,
        STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
        STRIPE_API_BASE: sandboxUrl,
        PAYPAL_CLIENT_ID: keys.paypal.clientId,
        PAYPAL_CLIENT_SECRET: keys.paypal.clientSecret,
        PAYPAL_WEBHOOK_ID: keys.paypal.webhookId,
        PAYPAL_API_BASE: sandboxUrl,
        PAYPAL_WEB_SDK_URL: config.sandbox.url,
      },
    },
  };
}

/** The sandbox's keys, and the addresses to which it sends webhooks. */
const sandboxKeyVariables = (keys: SandboxKeys, productUrl: string) => ({
  SANDBOX_STRIPE_SECRET_KEY: keys.secretKey,
  SANDBOX_WEBHOOK_URL: `${productUrl}/api/webhooks/stripe`,
  SANDBOX_WEBHOOK_SECRET: keys.webhookSecret,
  SANDBOX_PAYPAL_CLIENT_ID: keys.paypal.clientId,
  SANDBOX_PAYPAL_CLIENT_SECRET: keys.paypal.clientSecret,
  SANDBOX_PAYPAL_WEBHOOK_ID: keys.paypal.webhookId,
  SANDBOX_PAYPAL_WEBHOOK_URL: `${productUrl}/api/webhooks/paypal`,
});
