export const providerNames = { stripe: 'Stripe', paypal: 'PayPal' } as const;
