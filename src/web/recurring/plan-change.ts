import { planSentences } from '#contract/recurring.ts';
import { customBasket, mealsOf } from '#domain/donation/basket.ts';
import { chargeFor, priceOf } from '#domain/donation/pricing.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { currentRates } from '#domain/money/exchange.ts';
import { isSameMoney, toDecimal, type Money } from '#domain/money/money.ts';
import type { NumberSeparators } from '#domain/money/parse-amount.ts';
import { rangeSentence, readCustomAmount, typedAmount } from '#web/donate/index.ts';
import type { Plan } from './plan.ts';

/** The fields of the form, as typed. */
export interface ChangeForm {
  readonly amountText: string;
  readonly charityId: number;
}

/** How the visitor reads and types amounts. */
export interface AmountNotation {
  readonly currency: CurrencyCode;
  readonly separators: NumberSeparators;
}

/** What the form asks for, or why its amount cannot be read. */
export type PlanChange =
  | {
      readonly code: 'readable';
      /** Only what differs from the plan; empty when nothing does. */
      readonly body: { readonly amount?: number; readonly charityId?: number };
      readonly amount: Money;
      readonly serviceFee: Money;
      readonly total: Money;
      readonly charge: Money;
      readonly meals: number;
    }
  | { readonly code: 'unreadable'; readonly sentence: string };

/** The form filled in with the plan's present terms. */
export const formOf = (plan: Plan, { currency, separators }: AmountNotation): ChangeForm => ({
  amountText: typedAmount(plan.amount, currency, separators),
  charityId: plan.charityId,
});

/**
 * Reads the form. An untouched amount stays as it is, because converting it back could change it. A new amount is priced as
 * the server will price it, at the current rates.
 */
export function readChange(plan: Plan, form: ChangeForm, notation: AmountNotation): PlanChange {
  const charity = form.charityId === plan.charityId ? {} : { charityId: form.charityId };
  if (form.amountText === formOf(plan, notation).amountText) {
    const { amount, serviceFee, total, charge, meals } = plan;
    return { code: 'readable', body: charity, amount, serviceFee, total, charge, meals };
  }
  const read = readCustomAmount(form.amountText, notation.currency, notation.separators);
  if (read.code !== 'accepted') {
    return { code: 'unreadable', sentence: read.code === 'ignored' ? rangeSentence(notation.currency) : read.sentence };
  }
  const price = priceOf(read.amount);
  return {
    code: 'readable',
    body: isSameMoney(read.amount, plan.amount) ? charity : { amount: toDecimal(read.amount), ...charity },
    amount: price.subtotal,
    serviceFee: price.serviceFee,
    total: price.total,
    charge: chargeFor(price, currentRates).total,
    meals: mealsOf(customBasket(read.amount)),
  };
}

/** Why a change cannot be sent; `undefined` when it can. */
export function problemOf(change: PlanChange): string | undefined {
  if (change.code === 'unreadable') return change.sentence;
  return Object.keys(change.body).length === 0 ? planSentences.nothingToChange : undefined;
}
