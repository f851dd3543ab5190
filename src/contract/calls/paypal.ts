import type { CallTable } from '#contract/endpoint.ts';
import { paypalCaptureAnswer, paypalOrderAnswer, paypalOrderRequest, paypalSetupAnswer } from '#contract/paypal.ts';

/** The three calls of `/paypal-checkout` (spec 7). */
export const paypalCalls = {
  setUpPayPal: {
    method: 'GET',
    path: '/paypal/setup',
    answer: paypalSetupAnswer,
  },
  createPayPalOrder: {
    method: 'POST',
    path: '/paypal/order',
    body: paypalOrderRequest,
    answer: paypalOrderAnswer,
  },
  capturePayPalOrder: {
    method: 'POST',
    path: '/paypal/order/:orderId/capture',
    answer: paypalCaptureAnswer,
  },
} as const satisfies CallTable;
