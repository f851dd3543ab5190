import * as z from 'zod/mini';
import { ConfigError } from './config-error.ts';
import { webAddress } from './web-address.ts';

/** How to reach PayPal, or what stands in for it. `apiBase` is absent for the real one. */
export interface PayPalConfig {
  readonly clientId: string;
  readonly clientSecret: string;
  /** PayPal's id of our webhook, without which no message can be verified. */
  readonly webhookId: string;
  readonly apiBase: URL | undefined;
  /** Where PayPal's script for the page comes from, without a slash at the end. */
  readonly webSdkUrl: string;
  readonly isLive: boolean;
}

/** The variables that speak of PayPal. */
export const paypalVariables = {
  PAYPAL_CLIENT_ID: z.optional(z.string()),
  PAYPAL_CLIENT_SECRET: z.optional(z.string()),
  PAYPAL_WEBHOOK_ID: z.optional(z.string()),
  PAYPAL_API_BASE: z.optional(webAddress('PAYPAL_API_BASE')),
  PAYPAL_WEB_SDK_URL: z.optional(webAddress('PAYPAL_WEB_SDK_URL')),
};

type PayPalSettings = { readonly [Name in keyof typeof paypalVariables]?: string | undefined };

/** What is configured of PayPal; undefined without keys: it is not offered then. Throws ConfigError for a part of the keys. */
export function paypalOf(settings: PayPalSettings, hasSandbox: boolean): PayPalConfig | undefined {
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
      'PayPal keys without PAYPAL_API_BASE move real money and cannot be used with the payment sandbox.',
    );
  }
  const webSdkUrl = (settings.PAYPAL_WEB_SDK_URL ?? webSdkBeside(apiBase)).replace(/\/+$/, '');
  return { clientId, clientSecret, webhookId, apiBase, webSdkUrl, isLive };
}

const productionHosts = new Set(['api-m.paypal.com', 'api.paypal.com']);
const testHosts = new Set(['api-m.sandbox.paypal.com', 'api.sandbox.paypal.com']);

function webSdkBeside(apiBase: URL | undefined): string {
  if (apiBase === undefined || productionHosts.has(apiBase.hostname)) return 'https://www.paypal.com';
  return testHosts.has(apiBase.hostname) ? 'https://www.sandbox.paypal.com' : apiBase.origin;
}
