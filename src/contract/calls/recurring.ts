import type { CallTable } from '#contract/endpoint.ts';
import {
  changePlanRequest,
  pausePlanRequest,
  planChargesAnswer,
  planPortalAnswer,
  plansAnswer,
} from '#contract/recurring.ts';
import { planAnswer } from '#contract/plan.ts';

/** A donor's plans. A change is answered only after the provider has made it. */
export const recurringCalls = {
  listPlans: {
    method: 'GET',
    path: '/api/plans',
    answer: plansAnswer,
  },
  changePlan: {
    method: 'PATCH',
    path: '/api/plans/:id',
    body: changePlanRequest,
    answer: planAnswer,
  },
  pausePlan: {
    method: 'POST',
    path: '/api/plans/:id/pause',
    body: pausePlanRequest,
    answer: planAnswer,
  },
  resumePlan: {
    method: 'POST',
    path: '/api/plans/:id/resume',
    answer: planAnswer,
  },
  cancelPlan: {
    method: 'POST',
    path: '/api/plans/:id/cancel',
    answer: planAnswer,
  },
  openPlanPortal: {
    method: 'POST',
    path: '/api/plans/:id/portal',
    answer: planPortalAnswer,
  },
  listPlanCharges: {
    method: 'GET',
    path: '/api/plans/:id/charges',
    answer: planChargesAnswer,
  },
} as const satisfies CallTable;
