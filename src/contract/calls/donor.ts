import {
  claimResponse,
  claimRequest,
  donationsResponse,
  impactResponse,
  impactMonthsResponse,
  rewardsResponse,
} from '#contract/donor.ts';
import type { CallTable } from '#contract/endpoint.ts';

/** The calls for a donor's donations, impact and rewards. */
export const donorCalls = {
  listDonations: {
    method: 'GET',
    path: '/api/donations',
    response: donationsResponse,
  },
  getImpact: {
    method: 'GET',
    path: '/api/impact',
    response: impactResponse,
  },
  getImpactMonths: {
    method: 'GET',
    path: '/api/impact/months',
    response: impactMonthsResponse,
  },
  getRewards: {
    method: 'GET',
    path: '/api/rewards',
    response: rewardsResponse,
  },
  claimDonation: {
    method: 'PATCH',
    path: '/api/donations/:id/claim',
    body: claimRequest,
    response: claimResponse,
  },
} as const satisfies CallTable;
