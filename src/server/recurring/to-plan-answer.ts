import type { PlanAnswer } from '#contract/recurring.ts';
import { isCurrencyCode } from '#domain/money/currency.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { PlanWithTerms } from './queries.ts';

/** A plan as answers have it. */
export function toPlanAnswer({ plan, terms, charityName }: PlanWithTerms): PlanAnswer {
  return {
    id: plan.id,
    status: plan.status,
    label: terms.label,
    charityId: terms.charity_id,
    charityName,
    mealsProvided: terms.meals,
    amount: decimal(terms.amount_minor, terms.currency),
    serviceFee: decimal(terms.service_fee_minor, terms.currency),
    total: decimal(terms.amount_minor + terms.service_fee_minor, terms.currency),
    charge: { total: decimal(terms.charge_total_minor, terms.charge_currency), currency: terms.charge_currency },
    nextChargeAt: plan.next_charge_at,
    pausedUntil: plan.paused_until,
    startedAt: plan.started_at,
    endedAt: plan.ended_at,
    card: plan.card,
  };
}

/** Rows are written by us, so a currency that is none of ours is an accident. */
export function decimal(amountMinor: number, currency: string): number {
  if (!isCurrencyCode(currency)) throw new TypeError(`${currency} is no currency of ours`);
  return toDecimal(money(amountMinor, currency));
}
