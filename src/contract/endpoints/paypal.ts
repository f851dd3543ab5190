import { paypalCalls } from '#contract/calls/paypal.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const paypalEndpoints = {
  setUpPayPal: {
    ...paypalCalls.setUpPayPal,
    access: 'public',
    summary: "What PayPal's browser script needs",
    errors: ['not_found', 'provider_unavailable'],
    limitPerMinute: 120,
  },
  createPayPalOrder: {
    ...paypalCalls.createPayPalOrder,
    access: 'public',
    summary: 'Prices a donation and creates a PayPal order',
    errors: [
      'invalid_charity',
      'invalid_amount',
      'sign_in_required',
      'prices_changed',
      'checkout_conflict',
      'too_many_declines',
      'not_found',
      'provider_unavailable',
    ],
    limitPerMinute: 120,
  },
  capturePayPalOrder: {
    ...paypalCalls.capturePayPalOrder,
    access: 'public',
    summary: 'Captures an approved order; only the browser or user that created the order may',
    errors: [
      'not_found',
      'prices_changed',
      'order_not_approved',
      'payment_declined',
      'too_many_declines',
      'provider_unavailable',
    ],
    limitPerMinute: 120,
  },
} as const satisfies EndpointTable;
