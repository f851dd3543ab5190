import {
  claimAnswer,
  claimRequest,
  donationsAnswer,
  impactAnswer,
  impactMonthsAnswer,
  rewardsAnswer,
} from '#contract/donor.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** A donor's donations, impact and rewards. */
export const donorCalls = {
  listDonations: {
    method: 'GET',
    path: '/api/donations',
    answer: donationsAnswer,
  },
  getImpact: {
    method: 'GET',
    path: '/api/impact',
    answer: impactAnswer,
  },
  getImpactMonths: {
    method: 'GET',
    path: '/api/impact/months',
    answer: impactMonthsAnswer,
  },
  getRewards: {
    method: 'GET',
    path: '/api/rewards',
    answer: rewardsAnswer,
  },
  claimDonation: {
    method: 'PATCH',
    path: '/api/donations/:id/claim',
    body: claimRequest,
    answer: claimAnswer,
  },
} as const satisfies CallTable;
