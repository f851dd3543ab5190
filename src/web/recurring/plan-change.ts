import * as z from 'zod/mini';
import { customAmountFields } from '#contract/checkout.ts';
import { planSentences, type ChangePlanRequest } from '#contract/recurring.ts';
import { customBasket, mealsOf } from '#domain/donation/basket.ts';
import { priceIn } from '#domain/donation/pricing.ts';
import { baseCurrency, chargeCurrency } from '#domain/money/currency.ts';
import { fromBase } from '#domain/money/exchange.ts';
import { isSameMoney, type Money } from '#domain/money/money.ts';
import { readCustomAmount, typedAmount, type AmountNotation } from '#web/donate/index.ts';
import type { Plan } from './plan.ts';

/** The fields of the form; `amount` as typed. */
interface EnteredTerms {
  readonly amount: string;
  readonly charityId: number;
}

/** The change in the form, or why its amount cannot be read or is out of range. */
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

/** The form's value while the donor has chosen no charity. */
export const noCharity = 0;

/** Returns the plan's current terms, with which the form starts. A retired charity is not one of the choices. */
export const currentTerms = (plan: Plan, notation: AmountNotation): EnteredTerms => ({
  amount: typedAmount(amountIn(plan, notation), notation.separators),
  charityId: plan.waitsForCharity ? noCharity : plan.charityId,
});

/** Returns the plan's amount in the visitor's currency. In the charge currency, it is the charge without the fee. */
const amountIn = ({ amount, charge }: Plan, { currency, rates }: AmountNotation): Money =>
  charge.subtotal.currency === currency ? charge.subtotal : fromBase(amount, currency, rates);

/**
 * Reads the form. An untouched amount stays as it is, because converting it back could change it. A new amount is priced as
 * the server will price it, at the current rates.
 */
export function readChange(plan: Plan, entered: EnteredTerms, notation: AmountNotation): PlanChange {
  const charity = [plan.charityId, noCharity].includes(entered.charityId) ? {} : { charityId: entered.charityId };
  if (entered.amount === currentTerms(plan, notation).amount) {
    const { amount, serviceFee, total, charge, meals } = plan;
    return { code: 'readable', body: charity, amount, serviceFee, total, charge: charge.total, meals };
  }
  const read = readCustomAmount(entered.amount, notation);
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

/** The form as a request with the changes, or an error at the amount or the charity. */
export const changeForm = (plan: Plan, notation: AmountNotation) =>
  z.pipe(
    z.object({ amount: z.string(), charityId: z.coerce.number() }),
    z.transform((entered, context) => {
      if (entered.charityId === noCharity) {
        const message = planSentences.charityInvalid;
        context.issues.push({ code: 'custom', message, path: ['charityId'], input: entered.charityId });
        return z.NEVER;
      }
      const change = readChange(plan, entered, notation);
      if (change.code === 'readable' && Object.keys(change.body).length > 0) return change.body;
      const message = change.code === 'readable' ? planSentences.nothingToChange : change.sentence;
      context.issues.push({ code: 'custom', message, path: ['amount'], input: entered.amount });
      return z.NEVER;
    }),
  );
