import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { Deps } from '#server/deps.ts';

/** Whether a provider's keys move real money here; one that is not offered moves none. */
export const isLiveAt = (deps: Pick<Deps, 'cards' | 'paypal'>, provider: PaymentProvider): boolean =>
  provider === 'stripe' ? deps.cards.isLive : (deps.paypal?.isLive ?? false);
