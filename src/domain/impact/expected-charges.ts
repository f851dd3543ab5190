import { calendarDay } from '#domain/donation/calendar-day.ts';
import { baseCurrency } from '#domain/money/currency.ts';
import { sum, type Money } from '#domain/money/money.ts';
import { monthNumber, monthOf } from './periods.ts';

/** A plan that will be charged again if nothing changes. */
export interface ChargedPlan {
  readonly nextChargeAt: Date;
  /** The amount per month, without the fee. */
  readonly amount: Money;
  readonly meals: number;
}

/** The expected sums of a donor's plans in one month. */
export interface ExpectedMonth {
  /** YYYY-MM. */
  readonly month: string;
  readonly chargesCount: number;
  readonly amount: Money;
  readonly meals: number;
}

/**
 * Returns the expected sums of the plans in the current month and the next five, in the donor's time zone. Each plan counts once
 * a month, starting in the month of its next charge.
 */
export function expectedMonths(
  plans: readonly ChargedPlan[],
  currentMonth: string,
  timeZone: string,
): readonly ExpectedMonth[] {
  return Array.from({ length: monthsAhead }, (_, index) => {
    const month = monthOf(monthNumber(currentMonth) + index);
    const charged = plans.filter(({ nextChargeAt }) => calendarDay(nextChargeAt, timeZone).slice(0, 7) <= month);
    return {
      month,
      chargesCount: charged.length,
      amount: sum(
        charged.map(({ amount }) => amount),
        baseCurrency,
      ),
      meals: charged.reduce((total, { meals }) => total + meals, 0),
    };
  });
}

const monthsAhead = 6;
