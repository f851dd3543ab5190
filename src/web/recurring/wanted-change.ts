import { planSentences } from '#contract/recurring.ts';
import { customBasket, mealsOf } from '#domain/donation/basket.ts';
import { chargeFor, priceOf } from '#domain/donation/pricing.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { currentRates } from '#domain/money/exchange.ts';
import { isSameMoney, toDecimal, type Money } from '#domain/money/money.ts';
import type { NumberMarks } from '#domain/money/parse-amount.ts';
import { rangeSentence, readCustomAmount, typedAmount } from '#web/donate/index.ts';
import type { Plan } from './plan.ts';

/** What stands in the form that changes a gift. */
export interface ChangeForm {
  readonly amountText: string;
  readonly charityId: number;
}

/** How the visitor reads and writes amounts. */
export interface Writing {
  readonly currency: CurrencyCode;
  readonly marks: NumberMarks;
}

/** The terms that a form asks for. `body` has what differs from the gift as it stands, and is empty when nothing does. */
export interface WantedTerms {
  readonly code: 'readable';
  readonly body: { readonly amount?: number; readonly charityId?: number };
  readonly amount: Money;
  readonly serviceFee: Money;
  readonly total: Money;
  readonly charge: Money;
  readonly meals: number;
}

/** What a form comes to, or what is wrong with its amount. */
export type WantedChange = WantedTerms | { readonly code: 'unreadable'; readonly sentence: string };

/** The form of a gift as it stands. */
export const formOf = (plan: Plan, { currency, marks }: Writing): ChangeForm => ({
  amountText: typedAmount(plan.amount, currency, marks),
  charityId: plan.charityId,
});

/**
 * Reads the form. An amount that was not touched stays as it is: converted there and back it could become another. A new one
 * is priced as the server will, at the rates in force.
 */
export function readChange(plan: Plan, form: ChangeForm, writing: Writing): WantedChange {
  const charity = form.charityId === plan.charityId ? {} : { charityId: form.charityId };
  if (form.amountText === formOf(plan, writing).amountText) {
    const { amount, serviceFee, total, charge, meals } = plan;
    return { code: 'readable', body: charity, amount, serviceFee, total, charge, meals };
  }
  const read = readCustomAmount(form.amountText, writing.currency, writing.marks);
  if (read.code !== 'accepted') {
    return { code: 'unreadable', sentence: read.code === 'ignored' ? rangeSentence(writing.currency) : read.sentence };
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

/** What is wrong with a change that is asked for; `undefined` when it can be sent. */
export function problemOf(change: WantedChange): string | undefined {
  if (change.code === 'unreadable') return change.sentence;
  return Object.keys(change.body).length === 0 ? planSentences.nothingToChange : undefined;
}
