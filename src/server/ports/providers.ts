import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import type { CardProvider } from './card-provider.ts';
import type { PayPalProvider } from './paypal-provider.ts';
import type { Provider } from './provider.ts';

/** The payment providers of this installation. */
export interface Providers {
  readonly cards: CardProvider;
  /** Undefined if PayPal is not offered. */
  readonly paypal: PayPalProvider | undefined;
}

/** The provider of that name; undefined if it is not offered. */
export const findProvider = ({ cards, paypal }: Providers, name: PaymentProvider): Provider | undefined =>
  ({ stripe: cards, paypal })[name];
