import { donorCalls } from '#contract/calls/donor.ts';
import { cursorInvalid } from '#contract/donor.ts';
import { pageQuery, type EndpointTable } from '#contract/endpoint.ts';

export const donorEndpoints = {
  listDonations: {
    ...donorCalls.listDonations,
    query: pageQuery(cursorInvalid),
    access: 'donor',
    summary: "The donor's donations, newest first",
    errors: [],
  },
  getImpact: {
    ...donorCalls.getImpact,
    access: 'donor',
    summary: "The totals of the donor's donations",
    errors: [],
  },
  getImpactMonths: {
    ...donorCalls.getImpactMonths,
    access: 'donor',
    summary: "The donor's donations by month and charity",
    errors: [],
  },
  getRewards: {
    ...donorCalls.getRewards,
    access: 'donor',
    summary: "The donor's streak, points and badges",
    errors: [],
  },
  claimDonation: {
    ...donorCalls.claimDonation,
    access: 'donor',
    summary: 'Attaches an unclaimed donation to the account',
    errors: ['forbidden', 'donation_not_found'],
  },
} as const satisfies EndpointTable;
