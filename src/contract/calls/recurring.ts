import type { CallTable } from '#contract/endpoint.ts';
import {
  changePlanRequest,
  pausePlanRequest,
  planChargesResponse,
  planPortalResponse,
  plansResponse,
} from '#contract/recurring.ts';
import { planResponse } from '#contract/plan.ts';

/** The calls for a donor's plans. A call that changes a plan responds only after the provider has made the change. */
export const recurringCalls = {
  listPlans: {
    method: 'GET',
    path: '/api/plans',
    response: plansResponse,
  },
  changePlan: {
    method: 'PATCH',
    path: '/api/plans/:id',
    body: changePlanRequest,
    response: planResponse,
  },
  pausePlan: {
    method: 'POST',
    path: '/api/plans/:id/pause',
    body: pausePlanRequest,
    response: planResponse,
  },
  resumePlan: {
    method: 'POST',
    path: '/api/plans/:id/resume',
    response: planResponse,
  },
  cancelPlan: {
    method: 'POST',
    path: '/api/plans/:id/cancel',
    response: planResponse,
  },
  openPlanPortal: {
    method: 'POST',
    path: '/api/plans/:id/portal',
    response: planPortalResponse,
  },
  listPlanCharges: {
    method: 'GET',
    path: '/api/plans/:id/charges',
    response: planChargesResponse,
  },
} as const satisfies CallTable;
