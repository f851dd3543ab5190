import type { PlanResponse } from '#contract/plan.ts';
import type { PlanCharge } from '#contract/recurring.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Config } from '#server/config/config.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { basePriceOf, chargeOf } from '#server/db/row-money.ts';
import { isDisputed, reversedMinor, reversalStateOf } from '#server/donations/index.ts';
import { findPlans, type PlanWithTerms } from './queries.ts';

/** Lists a donor's plans: first those that have not ended, then the others; both groups newest first. */
export const listPlans = async (deps: Pick<Deps, 'db' | 'published'>, donorId: string): Promise<PlanResponse[]> =>
  (await findPlans(deps, donorId)).map(toPlanResponse);

export function toPlanResponse({ plan, terms, charityName }: PlanWithTerms): PlanResponse {
  const price = basePriceOf(terms);
  const charge = chargeOf(terms);
  return {
    id: plan.id,
    status: plan.status,
    label: terms.label,
    charityId: terms.charity_id,
    charityName,
    mealsProvided: terms.meals,
    amount: toDecimal(price.subtotal),
    serviceFee: toDecimal(price.serviceFee),
    total: toDecimal(price.total),
    charge: {
      subtotal: toDecimal(charge.subtotal),
      serviceFee: toDecimal(charge.serviceFee),
      total: toDecimal(charge.total),
      currency: terms.charge_currency,
    },
    nextChargeAt: plan.next_charge_at,
    pausedUntil: plan.paused_until ?? plan.own_pause_until,
    waitsForCharity: plan.waiting_since !== null,
    startedAt: plan.started_at,
    endedAt: plan.ended_at,
    card: plan.card,
  };
}

/** The address of the page with a donor's plans. */
export const plansAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl}/account#monthly`;

/** Lists the settled charges of a plan with their reversal state, newest first. */
export async function listPlanCharges(db: Queryable, planId: string): Promise<PlanCharge[]> {
  const rows = await db
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .select(['donations.id', 'donations.donated_at', 'donations.donated_on'])
    .select(['donations.charge_total_minor', 'donations.charge_currency'])
    .select([reversedMinor.as('reversed_minor'), isDisputed.as('is_disputed')])
    .where('donation_intents.plan_id', '=', planId)
    .orderBy('donations.donated_at', 'desc')
    .execute();
  return rows.map((row) => ({
    chargedAt: row.donated_at,
    day: row.donated_on,
    amount: toDecimal(money(row.charge_total_minor, row.charge_currency)),
    currency: row.charge_currency,
    status: reversalStateOf(row) ?? 'paid',
    donationId: row.id,
  }));
}
