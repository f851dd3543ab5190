import type { PlanCharge } from '#contract/recurring.ts';
import type { Deps } from '#server/deps.ts';
import { disputed, goneMinor, reversalStateOf } from '#server/donations/index.ts';
import { decimal } from './to-plan-answer.ts';

/** The charges of a plan, newest first: every month that was paid, and what went back of it. */
export async function listPlanCharges(deps: Deps, planId: string): Promise<PlanCharge[]> {
  const rows = await deps.db.read
    .selectFrom('donations')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .select(['donations.id', 'donations.donated_at', 'donations.charge_total_minor', 'donations.charge_currency'])
    .select([goneMinor.as('gone_minor'), disputed.as('is_disputed')])
    .where('donation_intents.plan_id', '=', planId)
    .orderBy('donations.donated_at', 'desc')
    .execute();
  return rows.map((row) => ({
    chargedAt: row.donated_at,
    amount: decimal(row.charge_total_minor, row.charge_currency),
    currency: row.charge_currency,
    status: reversalStateOf(row) ?? 'paid',
    donationId: row.id,
  }));
}
