import type { CallTable } from '#contract/endpoint.ts';
import {
  paypalCaptureResponse,
  paypalOrderResponse,
  paypalOrderRequest,
  paypalSetupResponse,
} from '#contract/paypal.ts';

/** The three calls of `/paypal-checkout` (spec 7). */
export const paypalCalls = {
  setUpPayPal: {
    method: 'GET',
    path: '/paypal/setup',
    response: paypalSetupResponse,
  },
  createPayPalOrder: {
    method: 'POST',
    path: '/paypal/order',
    body: paypalOrderRequest,
    response: paypalOrderResponse,
  },
  capturePayPalOrder: {
    method: 'POST',
    path: '/paypal/order/:orderId/capture',
    response: paypalCaptureResponse,
  },
} as const satisfies CallTable;
