import type { PlanResponse } from '#contract/plan.ts';
import { baseCurrency, isCurrencyCode } from '#domain/money/currency.ts';
import type { Price } from '#domain/donation/pricing.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';

/** One of the donor's plans. */
export interface Plan {
  readonly id: string;
  readonly status: PlanResponse['status'];
  readonly label: string;
  readonly charityId: number;
  readonly charityName: string;
  readonly meals: number;
  /** Per month, in US dollars. */
  readonly amount: Money;
  readonly serviceFee: Money;
  readonly total: Money;
  /** What the card is charged each month. */
  readonly charge: Price;
  readonly startedAt: Date;
  /** `undefined` when no charge is due anymore. */
  readonly nextChargeAt: Date | undefined;
  /** The first charge after a pause; `undefined` when the plan is not paused, or paused without an end. */
  readonly resumesAt: Date | undefined;
  /** Its charity takes no more donations, so nothing is charged until the donor chooses another one. */
  readonly waitsForCharity: boolean;
  /** The donor has chosen a pause with an end. */
  readonly isPausedByDonor: boolean;
  readonly endedAt: Date | undefined;
  /** `Visa ending in 4242`. */
  readonly card: string | undefined;
}

/** A plan whose next charge is expected, with its date. */
export type ExpectedPlan = Plan & { readonly nextChargeAt: Date };

/**
 * Returns true if the plan's next charge is expected. A plan whose last payment failed, or that waits for a charity, has no
 * promised date. A plan that is starting may never be charged.
 */
export const isChargeExpected = (plan: Plan): plan is ExpectedPlan =>
  (plan.status === 'active' || plan.status === 'paused') && plan.nextChargeAt !== undefined && !plan.waitsForCharity;

/** Parses a plan from the wire. Throws RangeError for an invalid amount or an unknown currency. */
export function toPlan(response: PlanResponse): Plan {
  const nextChargeAt = toDate(response.nextChargeAt);
  return {
    id: response.id,
    status: response.status,
    label: response.label,
    charityId: response.charityId,
    charityName: response.charityName,
    meals: response.mealsProvided,
    amount: toMoney(response.amount, baseCurrency),
    serviceFee: toMoney(response.serviceFee, baseCurrency),
    total: toMoney(response.total, baseCurrency),
    charge: toCharge(response.charge),
    startedAt: new Date(response.startedAt),
    nextChargeAt,
    resumesAt: response.pausedUntil === null ? undefined : nextChargeAt, // pausedUntil itself is the day before
    waitsForCharity: response.waitsForCharity,
    isPausedByDonor: response.pausedUntil !== null,
    endedAt: toDate(response.endedAt),
    card: response.card ?? undefined,
  };
}

const toCharge = ({ subtotal, serviceFee, total, currency }: PlanResponse['charge']): Price => ({
  subtotal: toMoney(subtotal, currency),
  serviceFee: toMoney(serviceFee, currency),
  total: toMoney(total, currency),
});

/** Parses an amount from the wire. Throws RangeError for an unknown currency and for fractions of its minor unit. */
export function toMoney(decimal: number, currency: string): Money {
  const amount = isCurrencyCode(currency) ? fromDecimal(decimal, currency) : undefined;
  if (!amount) throw new RangeError(`${decimal} ${currency} is not an amount of money`);
  return amount;
}

const toDate = (instant: string | null): Date | undefined => (instant === null ? undefined : new Date(instant));
