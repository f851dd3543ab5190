import { listCharities, ratesAnswer, snacksAnswer } from '#contract/catalogue.ts';
import { checkoutAnswer, checkoutRequest } from '#contract/checkout.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls of the donate page: the catalogue, the rates and the checkout. */
export const donationCalls = {
  listSnacks: {
    method: 'GET',
    path: '/api/snacks',
    answer: snacksAnswer,
  },
  listCharities,
  listRates: {
    method: 'GET',
    path: '/api/rates',
    answer: ratesAnswer,
  },
  createCheckoutSession: {
    method: 'POST',
    path: '/api/create-checkout-session',
    body: checkoutRequest,
    answer: checkoutAnswer,
  },
} as const satisfies CallTable;
