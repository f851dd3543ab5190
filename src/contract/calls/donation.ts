import { listCharities, ratesResponse, snacksResponse } from '#contract/catalogue.ts';
import { checkoutResponse, checkoutRequest } from '#contract/checkout.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls of the donate page: the catalogue, the rates and the checkout. */
export const donationCalls = {
  listSnacks: {
    method: 'GET',
    path: '/api/snacks',
    response: snacksResponse,
  },
  listCharities,
  listRates: {
    method: 'GET',
    path: '/api/rates',
    response: ratesResponse,
  },
  createCheckoutSession: {
    method: 'POST',
    path: '/api/create-checkout-session',
    body: checkoutRequest,
    response: checkoutResponse,
  },
} as const satisfies CallTable;
