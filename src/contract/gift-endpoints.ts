import { charitiesAnswer, snacksAnswer } from './catalogue.ts';
import { checkoutAnswer, checkoutRequest } from './checkout.ts';
import type { EndpointTable } from './endpoint.ts';
import { confirmAnswer, receiptAnswer } from './receipt.ts';

/** The calls around a gift: what can be given, paying, and the receipt. */
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
  getReceipt: {
    method: 'GET',
    path: '/api/donations/:id/receipt',
    access: 'public',
    summary: 'The public receipt of a paid donation',
    answer: receiptAnswer,
    errors: ['donation_not_found'],
  },
  confirmDonation: {
    method: 'POST',
    path: '/api/donations/:id/confirm',
    access: 'public',
    summary: 'Where a payment stands; asks the provider when it is still open',
    answer: confirmAnswer,
    errors: ['donation_not_found'],
    limitPerMinute: 120,
  },
} as const satisfies EndpointTable;
