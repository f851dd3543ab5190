import type { PaymentProvider } from '#domain/payment/payment-event.ts';

export const providerNames: Readonly<Record<PaymentProvider, string>> = { stripe: 'Stripe', paypal: 'PayPal' };
