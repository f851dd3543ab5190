import * as z from 'zod/mini';
import { ConfigError, webAddress } from './variables.ts';

/** Access to PayPal. `apiBase` is undefined unless PAYPAL_API_BASE is set, such as for the payment sandbox. */
export interface PayPalConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** PayPal's id of our webhook, needed to verify its messages. */
  readonly webhookId: string;
  readonly apiBase: URL | undefined;
  /** Origin of PayPal's browser script, without a trailing slash. */
  readonly webSdkUrl: string;
  readonly isLive: boolean;
}

export const paypalVariables = {
  PAYPAL_CLIENT_ID: z.optional(z.string()),
  PAYPAL_CLIENT_SECRET: z.optional(z.string()),
  PAYPAL_WEBHOOK_ID: z.optional(z.string()),
  PAYPAL_API_BASE: z.optional(webAddress('PAYPAL_API_BASE')),
  PAYPAL_WEB_SDK_URL: z.optional(webAddress('PAYPAL_WEB_SDK_URL')),
};

type PayPalSettings = Readonly<Partial<Record<keyof typeof paypalVariables, string | undefined>>>;

/**
 * Returns undefined if there are no keys: PayPal is not offered then. Throws ConfigError if only some of the keys are set, or if
 * they move real money while the payment sandbox is on.
 */
export function parsePayPal(settings: PayPalSettings, hasSandbox: boolean): PayPalConfig | undefined {
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_WEBHOOK_ID: webhookId } = settings;
  if (!clientId && !clientSecret && !webhookId) return undefined;
  if (!clientId || !clientSecret || !webhookId) {
    throw new ConfigError(
      'PayPal is half configured: PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET and PAYPAL_WEBHOOK_ID must be set together.',
    );
  }
  const apiBase = settings.PAYPAL_API_BASE === undefined ? undefined : new URL(settings.PAYPAL_API_BASE);
  const isLive = apiBase === undefined || productionHosts.has(apiBase.hostname);
  if (isLive && hasSandbox) {
    throw new ConfigError(
      "PayPal's live address cannot be used with the payment sandbox: set PAYPAL_API_BASE to a test address, or remove PayPal's keys.",
    );
  }
  const webSdkUrl = (settings.PAYPAL_WEB_SDK_URL ?? defaultWebSdkUrl(apiBase)).replace(/\/+$/, '');
  return { clientId, clientSecret, webhookId, apiBase, webSdkUrl, isLive };
}

const productionHosts = new Set(['api-m.paypal.com', 'api.paypal.com']);
const testHosts = new Set(['api-m.sandbox.paypal.com', 'api.sandbox.paypal.com']);

function defaultWebSdkUrl(apiBase: URL | undefined): string {
  if (apiBase === undefined || productionHosts.has(apiBase.hostname)) return 'https://www.paypal.com';
  return testHosts.has(apiBase.hostname) ? 'https://www.sandbox.paypal.com' : apiBase.origin;
}
