import type { Client } from '@paypal/paypal-server-sdk';
import type { PayPalConfig } from '#server/config/config.ts';
import type { Sdk } from './paypal-response.ts';

/**
 * Creates the SDK's client with a token and the configured address. The SDK has two fixed addresses, so every request,
 * including the one for a token, is redirected.
 */
export function redirectedClient(sdk: Sdk, config: PayPalConfig, accessToken: string | undefined): Client {
  const { apiBase } = config;
  class RedirectedClient extends sdk.Client {
    /** Called by the super constructor, so it must not use fields of this class. */
    override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
      const newBuilder = super.getRequestBuilderFactory();
      if (apiBase === undefined) return newBuilder;
      return (...parameters) => {
        const builder = newBuilder(...parameters);
        builder.interceptRequest((request) => ({ ...request, url: redirectUrl(request.url, apiBase) }));
        return builder;
      };
    }
  }
  return new RedirectedClient({
    environment: config.isLive ? sdk.Environment.Production : sdk.Environment.Sandbox,
    timeout: timeoutMs,
    unstable_httpClientOptions: { maxRedirects: 0, ...(apiBase === undefined ? {} : { proxy: false }) },
    clientCredentialsAuthCredentials: {
      oAuthClientId: config.clientId,
      oAuthClientSecret: config.clientSecret,
      ...(accessToken === undefined ? {} : { oAuthToken: { accessToken, tokenType: 'Bearer' } }),
    },
  });
}

const timeoutMs = 10_000; // a safeguard: each call has its own shorter limit

/** Returns the same path and query at another base address. */
export function redirectUrl(url: string, apiBase: URL): string {
  const { pathname, search } = new URL(url);
  return `${apiBase.origin}${apiBase.pathname.replace(/\/$/, '')}${pathname}${search}`;
}
