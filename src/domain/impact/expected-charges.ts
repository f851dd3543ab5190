import { civilDay } from '#domain/donation/civil-day.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { add, zero, type Money } from '#domain/money/money.ts';
import { addMonths } from '#domain/recurring/add-months.ts';
import { monthNumber, monthOf } from './periods.ts';

/** A plan that will be charged again if nothing changes. */
export interface ChargedPlan {
  readonly nextChargeAt: Date;
  /** Per month, without the fee. */
  readonly amount: Money;
  readonly meals: number;
}

/** What a donor's plans are expected to give in one month. */
export interface ExpectedMonth {
  /** YYYY-MM. */
  readonly month: string;
  readonly chargesCount: number;
  readonly amount: Money;
  readonly meals: number;
}

/**
 * What the plans are expected to give in the current month and the five after it. Charges before `now` are left out: they are
 * either history by now or late. Months are those of the donor's time zone.
 */
export function expectedMonths(plans: readonly ChargedPlan[], now: Date, timeZone: string): readonly ExpectedMonth[] {
  const monthAt = (instant: Date): number => monthNumber(civilDay(instant, timeZone).slice(0, 7));
  const first = monthAt(now);
  const charges = plans.flatMap(({ nextChargeAt, ...gift }) =>
    Array.from({ length: monthsAhead }, (_, index) => ({ ...gift, chargedAt: addMonths(nextChargeAt, index) })),
  );
  return Array.from({ length: monthsAhead }, (_, index) => {
    const due = charges.filter(({ chargedAt }) => chargedAt >= now && monthAt(chargedAt) === first + index);
    return {
      month: monthOf(first + index),
      chargesCount: due.length,
      amount: due.reduce((total, { amount }) => add(total, amount), zero(baseCurrency)),
      meals: due.reduce((total, { meals }) => total + meals, 0),
    };
  });
}

const monthsAhead = 6;
