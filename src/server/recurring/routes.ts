import type { FastifyInstance } from 'fastify';
import { endpoints } from '#contract/endpoints.ts';
import { planSentences } from '#contract/recurring.ts';
import type { PlanResponse } from '#contract/plan.ts';
import type { Deps } from '#server/deps.ts';
import { returnLostPlans } from '#server/payments/index.ts';
import { Refusal } from '#server/http/error-reply.ts';
import { registerEndpoint } from '#server/http/register-endpoint.ts';
import { applyPlanAction, type PlanAction } from './apply-plan-action.ts';
import { changeAlone } from './change-alone.ts';
import { changePlan } from './change-plan.ts';
import { listPlanCharges, listPlans, plansAddress, toPlanResponse } from './list-plans.ts';
import { findOwnPlan, type PlanWithTerms } from './queries.ts';

/** Registers the endpoints for a donor's plans. Another donor's plan gets the same response as an unknown one. */
export function recurringRoutes(app: FastifyInstance, deps: Deps): void {
  registerEndpoint(app, deps, endpoints.listPlans, async ({ user }) => {
    await returnLostPlans(deps); // the donor may have registered again after a restore
    return listPlans(deps, user.id);
  });
  registerEndpoint(app, deps, endpoints.changePlan, async ({ user, params, body }) => {
    const { plan } = await requireOwnPlan(deps, params.id, user.id);
    if (body.amount === undefined && body.charityId === undefined) {
      throw new Refusal('invalid_request', planSentences.nothingToChange);
    }
    const changed = await changeAlone(deps, plan.id, async () =>
      changePlan(deps, await requireOwnPlan(deps, plan.id, user.id), body),
    );
    if (changed.code !== 'changed') throw new Refusal(changed.code, changed.sentence);
    return toPlanResponse(changed.plan);
  });
  registerEndpoint(app, deps, endpoints.pausePlan, ({ user, params, body }) =>
    apply(deps, params.id, user.id, { kind: 'pause', months: body.months }),
  );
  registerEndpoint(app, deps, endpoints.resumePlan, ({ user, params }) =>
    apply(deps, params.id, user.id, { kind: 'resume' }),
  );
  registerEndpoint(app, deps, endpoints.cancelPlan, ({ user, params }) =>
    apply(deps, params.id, user.id, { kind: 'cancel' }),
  );
  registerEndpoint(app, deps, endpoints.listPlanCharges, async ({ user, params }) => {
    const { plan } = await requireOwnPlan(deps, params.id, user.id);
    return listPlanCharges(deps.db.read, plan.id);
  });
  registerEndpoint(app, deps, endpoints.openPlanPortal, async ({ user, params }) => {
    const { plan } = await requireOwnPlan(deps, params.id, user.id);
    if (plan.customer_id === null || plan.status === 'ended') throw new Refusal('plan_over', planSentences.planOver);
    const opened = await deps.cards.subscriptions.openPortal(plan.customer_id, plansAddress(deps.config));
    if (opened.code === 'unavailable') throw new Refusal('provider_unavailable', planSentences.unavailable);
    return { url: opened.state };
  });
}

async function requireOwnPlan(deps: Deps, planId: string, donorId: string): Promise<PlanWithTerms> {
  const plan = await findOwnPlan(deps, planId, donorId);
  if (!plan) throw new Refusal('not_found', planSentences.planUnknown);
  return plan;
}

async function apply(deps: Deps, planId: string, donorId: string, action: PlanAction): Promise<PlanResponse> {
  const { plan } = await requireOwnPlan(deps, planId, donorId);
  const applied = await changeAlone(deps, plan.id, async () =>
    applyPlanAction(deps, await requireOwnPlan(deps, plan.id, donorId), action),
  );
  if (applied.code !== 'done') throw new Refusal(applied.code, applied.sentence);
  return toPlanResponse(applied.plan);
}
