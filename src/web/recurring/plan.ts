import type { PlanAnswer } from '#contract/recurring.ts';
import { baseCurrency, isCurrencyCode } from '#domain/money/currency.ts';
import { fromDecimal, type Money } from '#domain/money/money.ts';

/** A monthly gift of the donor's own. */
export interface Plan {
  readonly id: string;
  readonly status: PlanAnswer['status'];
  readonly label: string;
  readonly charityId: number;
  readonly charityName: string;
  readonly meals: number;
  /** What is given each month, the fee on it, and both together, in US dollars. */
  readonly amount: Money;
  readonly serviceFee: Money;
  readonly total: Money;
  /** What the card pays each month. */
  readonly charge: Money;
  readonly startedAt: Date;
  /** `undefined` when there will be no charge as things stand. */
  readonly nextChargeAt: Date | undefined;
  readonly pausedUntil: Date | undefined;
  readonly endedAt: Date | undefined;
  /** The card in words: `Visa ending in 4242`. */
  readonly card: string | undefined;
}

/** A monthly gift as it came over the wire. Throws RangeError for an amount that is none. */
export function toPlan(answer: PlanAnswer): Plan {
  return {
    id: answer.id,
    status: answer.status,
    label: answer.label,
    charityId: answer.charityId,
    charityName: answer.charityName,
    meals: answer.mealsProvided,
    amount: toMoney(answer.amount, baseCurrency),
    serviceFee: toMoney(answer.serviceFee, baseCurrency),
    total: toMoney(answer.total, baseCurrency),
    charge: toMoney(answer.charge.total, answer.charge.currency),
    startedAt: new Date(answer.startedAt),
    nextChargeAt: toDate(answer.nextChargeAt),
    pausedUntil: toDate(answer.pausedUntil),
    endedAt: toDate(answer.endedAt),
    card: answer.card ?? undefined,
  };
}

/** An amount of the wire. Throws RangeError for an unknown currency and for one finer than the minor unit. */
export function toMoney(decimal: number, currency: string): Money {
  const amount = isCurrencyCode(currency) ? fromDecimal(decimal, currency) : undefined;
  if (!amount) throw new RangeError(`${decimal} ${currency} is no amount`);
  return amount;
}

const toDate = (instant: string | null): Date | undefined => (instant === null ? undefined : new Date(instant));
