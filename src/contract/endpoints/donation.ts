import { donationCalls } from '#contract/calls/donation.ts';
import { mealSourceCalls } from '#contract/calls/meal-sources.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const donationEndpoints = {
  listSnacks: {
    ...donationCalls.listSnacks,
    access: 'public',
    summary: 'The snack catalogue',
    hasEntityTag: true,
    hasContentVersion: true,
    errors: [],
  },
  listCharities: {
    ...donationCalls.listCharities,
    access: 'public',
    summary: 'The charities',
    hasEntityTag: true,
    hasContentVersion: true,
    errors: [],
  },
  listMealSources: {
    ...mealSourceCalls.listMealSources,
    access: 'public',
    summary: 'Why each snack provides its number of meals',
    hasEntityTag: true,
    hasContentVersion: true,
    errors: [],
  },
  listRates: {
    ...donationCalls.listRates,
    access: 'public',
    summary: 'The exchange rates that prices are converted with',
    hasEntityTag: true,
    errors: [],
  },
  createCheckoutSession: {
    ...donationCalls.createCheckoutSession,
    access: 'public',
    summary: 'Prices a donation and opens a hosted card checkout',
    errors: [
      'invalid_charity',
      'invalid_amount',
      'invalid_address',
      'sign_in_required',
      'prices_changed',
      'checkout_conflict',
      'too_many_declines',
      'provider_unavailable',
    ],
    limitPerMinute: 120,
  },
} as const satisfies EndpointTable;
