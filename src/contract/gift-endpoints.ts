import { charitiesAnswer, snacksAnswer } from './catalogue.ts';
import { checkoutAnswer, checkoutRequest } from './checkout.ts';
import type { EndpointTable } from './endpoint.ts';

/** The calls that lead to a gift: what can be given, and paying. */
export const giftEndpoints = {
  listSnacks: {
    method: 'GET',
    path: '/api/snacks',
    access: 'public',
    summary: 'The snacks that can be given',
    answer: snacksAnswer,
    errors: [],
  },
  listCharities: {
    method: 'GET',
    path: '/api/charities',
    access: 'public',
    summary: 'The charities that can be given to',
    answer: charitiesAnswer,
    errors: [],
  },
  createCheckoutSession: {
    method: 'POST',
    path: '/api/create-checkout-session',
    access: 'public',
    summary: 'Prices a donation and opens a hosted card checkout for it',
    body: checkoutRequest,
    answer: checkoutAnswer,
    errors: [
      'invalid_charity',
      'invalid_amount',
      'invalid_address',
      'sign_in_required',
      'prices_changed',
      'checkout_conflict',
      'provider_unavailable',
    ],
    limitPerMinute: 120,
  },
} as const satisfies EndpointTable;
