import { recurringCalls } from '#contract/calls/recurring.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const recurringEndpoints = {
  listPlans: {
    ...recurringCalls.listPlans,
    access: 'donor',
    summary: "The donor's plans",
    errors: [],
  },
  changePlan: {
    ...recurringCalls.changePlan,
    access: 'donor',
    summary: "Changes a plan's amount or charity from the next charge on",
    errors: [
      'not_found',
      'invalid_amount',
      'invalid_charity',
      'charity_retired',
      'prices_changed',
      'plan_over',
      'plan_busy',
      'provider_unavailable',
    ],
    limitPerMinute: 60,
  },
  pausePlan: {
    ...recurringCalls.pausePlan,
    access: 'donor',
    summary: 'Pauses a plan for 1 to 12 months',
    errors: ['not_found', 'plan_over', 'charity_retired', 'plan_busy', 'provider_unavailable'],
    limitPerMinute: 60,
  },
  resumePlan: {
    ...recurringCalls.resumePlan,
    access: 'donor',
    summary: 'Resumes a paused plan; does nothing when it is not paused',
    errors: ['not_found', 'plan_over', 'charity_retired', 'plan_busy', 'payment_declined', 'provider_unavailable'],
    limitPerMinute: 60,
  },
  cancelPlan: {
    ...recurringCalls.cancelPlan,
    access: 'donor',
    summary: 'Ends a plan at once; does nothing when it has already ended',
    errors: ['not_found', 'plan_busy', 'provider_unavailable'],
    limitPerMinute: 60,
  },
  openPlanPortal: {
    ...recurringCalls.openPlanPortal,
    access: 'donor',
    summary: "Opens the provider's page where the card can be replaced",
    errors: ['not_found', 'plan_over', 'provider_unavailable'],
    limitPerMinute: 60,
  },
  listPlanCharges: {
    ...recurringCalls.listPlanCharges,
    access: 'donor',
    summary: 'The charges of a plan',
    errors: ['not_found'],
  },
} as const satisfies EndpointTable;
