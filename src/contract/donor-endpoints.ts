import { claimAnswer, claimRequest, donationsAnswer, impactAnswer, rewardsAnswer } from './donor.ts';
import type { EndpointTable } from './endpoint.ts';

/** What a donor has given and what came of it. */
export const donorEndpoints = {
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
} as const satisfies EndpointTable;
