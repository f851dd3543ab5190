import { customAmountFields } from '#contract/checkout.ts';
import { planSentences, type ChangePlanRequest } from '#contract/recurring.ts';
import { customBasket, mealsOf } from '#domain/donation/basket.ts';
import { priceIn } from '#domain/donation/pricing.ts';
import { baseCurrency, chargeCurrency } from '#domain/money/currency.ts';
import { fromBase } from '#domain/money/exchange.ts';
import { isSameMoney, type Money } from '#domain/money/money.ts';
import { readCustomAmount, typedAmount, type AmountNotation } from '#web/donate/index.ts';
import type { Plan } from './plan.ts';

/** The fields of the form, as typed. */
export interface ChangeForm {
  readonly amountText: string;
  readonly charityId: number;
}

/** What the form asks for, or why its amount cannot be read. */
export type PlanChange =
  | {
      readonly code: 'readable';
      /** Only what differs from the plan; empty when nothing does. */
      readonly body: ChangePlanRequest;
      readonly amount: Money;
      readonly serviceFee: Money;
      readonly total: Money;
      readonly charge: Money;
      readonly meals: number;
    }
  | { readonly code: 'unreadable'; readonly sentence: string };

/** The form filled in with the plan's present terms. */
export const formOf = (plan: Plan, notation: AmountNotation): ChangeForm => ({
  amountText: typedAmount(amountIn(plan, notation), notation.separators),
  charityId: plan.charityId,
});

/** The plan's amount in the visitor's currency: what is charged without the fee, where that is the charge currency. */
const amountIn = ({ amount, charge }: Plan, { currency, rates }: AmountNotation): Money =>
  charge.subtotal.currency === currency ? charge.subtotal : fromBase(amount, currency, rates);

/**
 * Reads the form. An untouched amount stays as it is, because converting it back could change it. A new amount is priced as
 * the server will price it, at the current rates.
 */
export function readChange(plan: Plan, form: ChangeForm, notation: AmountNotation): PlanChange {
  const charity = form.charityId === plan.charityId ? {} : { charityId: form.charityId };
  if (form.amountText === formOf(plan, notation).amountText) {
    const { amount, serviceFee, total, charge, meals } = plan;
    return { code: 'readable', body: charity, amount, serviceFee, total, charge: charge.total, meals };
  }
  const read = readCustomAmount(form.amountText, notation);
  if (read.code === 'refused') return { code: 'unreadable', sentence: read.sentence };
  const basket = customBasket(read.entered);
  const price = priceIn(basket, baseCurrency, notation.rates);
  const charge = priceIn(basket, chargeCurrency, notation.rates).total;
  const isSame = isSameMoney(read.entered, amountIn(plan, notation)); // `3.5` is `3.50`
  return {
    code: 'readable',
    body: isSame ? charity : { ...customAmountFields(read.entered, price.subtotal), ...charity },
    amount: price.subtotal,
    serviceFee: price.serviceFee,
    total: price.total,
    charge,
    meals: mealsOf(basket, notation.rates),
  };
}

/** Why a change cannot be sent; `undefined` when it can. */
export function problemOf(change: PlanChange): string | undefined {
  if (change.code === 'unreadable') return change.sentence;
  return Object.keys(change.body).length === 0 ? planSentences.nothingToChange : undefined;
}
