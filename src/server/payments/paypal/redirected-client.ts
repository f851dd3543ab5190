import type { Client } from '@paypal/paypal-server-sdk';
import type { PayPalConfig } from '#server/config.ts';
import type { Sdk } from './paypal-answer.ts';

/**
 * The SDK's client, with a token it is to use, sent to the configured address. The SDK knows two addresses and lets nobody
 * choose another, so each request's is replaced on its way out: the token's too, since all of them pass here.
 */
export function redirectedClient(sdk: Sdk, config: PayPalConfig, accessToken: string | undefined): Client {
  const { apiBase } = config;
  class RedirectedClient extends sdk.Client {
    /** Called already while the client is being made: nothing may be read here that its own constructor sets. */
    override getRequestBuilderFactory(): ReturnType<Client['getRequestBuilderFactory']> {
      const newBuilder = super.getRequestBuilderFactory();
      if (apiBase === undefined) return newBuilder;
      return (...parameters) => {
        const builder = newBuilder(...parameters);
        builder.interceptRequest((request) => ({ ...request, url: redirected(request.url, apiBase) }));
        return builder;
      };
    }
  }
  return new RedirectedClient({
    environment: config.isLive ? sdk.Environment.Production : sdk.Environment.Sandbox,
    timeout: longestMs,
    unstable_httpClientOptions: { maxRedirects: 0, ...(apiBase === undefined ? {} : { proxy: false }) },
    clientCredentialsAuthCredentials: {
      oAuthClientId: config.clientId,
      oAuthClientSecret: config.clientSecret,
      ...(accessToken === undefined ? {} : { oAuthToken: { accessToken, tokenType: 'Bearer' } }),
    },
  });
}

const longestMs = 10_000; // each call has its own limit; this ends one that somehow forgot it

/** The same path and query at another address. */
export function redirected(url: string, apiBase: URL): string {
  const { pathname, search } = new URL(url);
  return `${apiBase.origin}${apiBase.pathname.replace(/\/$/, '')}${pathname}${search}`;
}
