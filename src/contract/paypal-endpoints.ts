import type { EndpointTable } from './endpoint.ts';
import { paypalCaptureAnswer, paypalOrderAnswer, paypalOrderRequest, paypalSetupAnswer } from './paypal.ts';

/** The three calls of `/paypal-checkout` (spec 7). */
export const paypalEndpoints = {
  setUpPayPal: {
    method: 'GET',
    path: '/paypal/setup',
    access: 'public',
    summary: "What PayPal's script in the page needs",
    answer: paypalSetupAnswer,
    errors: ['not_found', 'provider_unavailable'],
    limitPerMinute: 120,
  },
  createPayPalOrder: {
    method: 'POST',
    path: '/paypal/order',
    access: 'public',
    summary: 'Prices a donation and makes an order at PayPal for it',
    body: paypalOrderRequest,
    answer: paypalOrderAnswer,
    errors: [
      'invalid_charity',
      'invalid_amount',
      'sign_in_required',
      'prices_changed',
      'not_found',
      'provider_unavailable',
    ],
    limitPerMinute: 120,
  },
  capturePayPalOrder: {
    method: 'POST',
    path: '/paypal/order/:orderId/capture',
    access: 'public',
    summary: 'Takes the money of an approved order; only the browser that made the order can',
    answer: paypalCaptureAnswer,
    errors: ['not_found', 'prices_changed', 'order_not_approved', 'payment_declined', 'provider_unavailable'],
    limitPerMinute: 120,
  },
} as const satisfies EndpointTable;
