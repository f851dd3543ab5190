import Stripe from 'stripe';
import type { StripeConfig } from '#server/config.ts';

/**
 * The official SDK, pointed at Stripe or at what stands in for it. One retry of 4 seconds each, so that a donor waits at
 * most 9 seconds for a provider that does not answer.
 */
export function createStripeClient(config: StripeConfig): Stripe {
  return new Stripe(config.secretKey, {
    timeout: 4000,
    maxNetworkRetries: 1,
    telemetry: false,
    ...addressOf(config.apiBase),
  });
}

function addressOf(
  apiBase: URL | undefined,
): Pick<NonNullable<ConstructorParameters<typeof Stripe>[1]>, 'host' | 'port' | 'protocol'> {
  if (!apiBase) return {};
  const protocol = apiBase.protocol === 'https:' ? 'https' : 'http';
  return { protocol, host: apiBase.hostname, port: apiBase.port || (protocol === 'https' ? '443' : '80') };
}
