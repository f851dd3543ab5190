import type * as z from 'zod/mini';
import { doneAnswer, loginRequest, registerRequest, userAnswer } from './account.ts';
import { charitiesAnswer, snacksAnswer } from './catalogue.ts';
import { checkoutAnswer, checkoutRequest } from './checkout.ts';
import { claimAnswer, claimRequest, donationsAnswer, impactAnswer, rewardsAnswer } from './donor.ts';
import type { ErrorCode } from './error.ts';
import { confirmAnswer, receiptAnswer } from './receipt.ts';

/** Who may call an endpoint; the server refuses everyone else. There is no default: every endpoint says it. */
export type Access = 'public' | 'donor' | 'admin';

/** One call of the product: everything that server, browser and document need to know about it. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path with parameters as `:name`. */
  readonly path: `/${string}`;
  readonly access: Access;
  readonly summary: string;
  /** Body of the request; absent when the call has none. */
  readonly body?: z.ZodMiniType;
  /** Body of a successful answer. */
  readonly answer: z.ZodMiniType;
  /** Refusals beyond those that any call can meet. */
  readonly errors: readonly ErrorCode[];
  /** Most calls a minute from one address; absent when the call is not limited. */
  readonly limitPerMinute?: number;
}

/** The endpoint table: routes are registered from it, and nowhere else (design 6). */
export const endpoints = {
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
  getUser: {
    method: 'GET',
    path: '/api/user',
    access: 'donor',
    summary: 'Who is signed in',
    answer: userAnswer,
    errors: [],
  },
  login: {
    method: 'POST',
    path: '/api/login',
    access: 'public',
    summary: 'Signs in with user name or e-mail address, and password',
    body: loginRequest,
    answer: userAnswer,
    errors: ['login_failed', 'too_many_requests'],
  },
  register: {
    method: 'POST',
    path: '/api/register',
    access: 'public',
    summary: 'Makes an account and signs in',
    body: registerRequest,
    answer: userAnswer,
    errors: ['username_taken', 'email_taken'],
    limitPerMinute: 60,
  },
  logout: {
    method: 'POST',
    path: '/api/logout',
    access: 'public',
    summary: 'Ends the session, if there is one',
    answer: doneAnswer,
    errors: [],
  },
  listDonations: {
    method: 'GET',
    path: '/api/donations',
    access: 'donor',
    summary: "The donor's donations, newest first",
    answer: donationsAnswer,
    errors: [],
  },
  getImpact: {
    method: 'GET',
    path: '/api/impact',
    access: 'donor',
    summary: "What the donor's donations come to",
    answer: impactAnswer,
    errors: [],
  },
  getRewards: {
    method: 'GET',
    path: '/api/rewards',
    access: 'donor',
    summary: "The donor's streak, points and badges",
    answer: rewardsAnswer,
    errors: [],
  },
  claimDonation: {
    method: 'PATCH',
    path: '/api/donations/:id/claim',
    access: 'donor',
    summary: 'Attaches an unclaimed donation to the account',
    body: claimRequest,
    answer: claimAnswer,
    errors: ['forbidden', 'donation_not_found'],
  },
} as const satisfies Record<string, Endpoint>;

/** Name of an endpoint in the table. */
export type EndpointName = keyof typeof endpoints;
