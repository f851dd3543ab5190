import { planSentences } from '#contract/recurring.ts';
import { customBasket, labelOf, mealsOf } from '#domain/donation/basket.ts';
import { chargeFor, checkGift, priceOf } from '#domain/donation/pricing.ts';
import { baseCurrency, chargeCurrency } from '#domain/money/currency.ts';
import { currentRates } from '#domain/money/exchange.ts';
import { fromDecimal } from '#domain/money/money.ts';
import type { Catalogue } from '#server/catalogue/index.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { PlanTermsRow } from '#server/db/tables.ts';
import type { Deps } from '#server/deps.ts';
import { chargeOf, giftColumns, noteSubscription } from '#server/payments/index.ts';
import { findPlan, type PlanWithTerms } from './queries.ts';

/** What a change comes to: the plan as it stands from now on, or a refusal with a sentence. */
export type ChangedPlan =
  | { readonly code: 'changed'; readonly plan: PlanWithTerms }
  | {
      readonly code: 'invalid_amount' | 'invalid_charity' | 'plan_over' | 'provider_unavailable';
      readonly sentence: string;
    };

/** The change that a donor asks for: `amount` without the fee, in US dollars. */
export interface WantedChange {
  readonly amount?: number | undefined;
  readonly charityId?: number | undefined;
}

/**
 * Changes what a plan gives from its next charge on. The new terms are written first, so that a bill of the provider's that
 * comes before our answer finds them; they are in force once the provider has confirmed them, by its answer or by whatever is
 * heard of the subscription when that was lost.
 */
export async function changePlan(
  deps: Deps,
  catalogue: Catalogue,
  { plan, terms }: PlanWithTerms,
  wanted: WantedChange,
): Promise<ChangedPlan> {
  if (plan.status === 'ended' || plan.subscription_id === null) {
    return { code: 'plan_over', sentence: planSentences.planOver };
  }
  const charity = catalogue.charities.get(wanted.charityId ?? terms.charity_id);
  if (!charity) return { code: 'invalid_charity', sentence: planSentences.charityInvalid };
  const next = wanted.amount === undefined ? giftColumns(terms) : customGift(wanted.amount);
  if (!next) return { code: 'invalid_amount', sentence: planSentences.amountInvalid };
  const agreed = await agreeTerms(deps, plan.id, { ...next, charity_id: charity.id });
  const asked = await deps.cards.subscriptions.changeSubscription(
    plan.subscription_id,
    { charge: chargeOf(agreed), charityId: charity.id, charityName: charity.name },
    `${plan.id}:${agreed.number}`,
  );
  if (asked.code === 'unavailable') {
    deps.log.error({ planId: plan.id, detail: asked.detail }, 'the provider did not confirm a change of a plan');
    return { code: 'provider_unavailable', sentence: planSentences.unavailable };
  }
  await noteSubscription(deps, asked.state);
  const changed = await findPlan(deps.db.read, plan.id);
  if (!changed) throw new TypeError(`plan ${plan.id} stood a moment ago`);
  return { code: 'changed', plan: changed };
}

/** An own amount with its money frozen at today's rate; `undefined` outside the range of gifts. */
function customGift(amount: number): Omit<ReturnType<typeof giftColumns>, 'charity_id'> | undefined {
  const gift = fromDecimal(amount, baseCurrency);
  if (!gift || checkGift(gift) !== 'ok') return undefined;
  const basket = customBasket(gift);
  const price = priceOf(gift);
  const charge = chargeFor(price, currentRates);
  return {
    label: labelOf(basket),
    items: JSON.stringify([]),
    meals: mealsOf(basket),
    amount_minor: price.subtotal.amountMinor,
    service_fee_minor: price.serviceFee.amountMinor,
    currency: baseCurrency,
    charge_subtotal_minor: charge.subtotal.amountMinor,
    charge_service_fee_minor: charge.serviceFee.amountMinor,
    charge_total_minor: charge.total.amountMinor,
    charge_currency: chargeCurrency,
    exchange_rate: currentRates.unitsPerDollar[chargeCurrency],
    rates_set_on: currentRates.setOn,
  };
}

/** Terms are numbered by the key: of two changes at once the second counts again, and each has a number of its own. */
const agreeTerms = (deps: Deps, planId: string, gift: ReturnType<typeof giftColumns>): Promise<PlanTermsRow> =>
  inTransaction(deps.db, async (tx) => {
    const last = await tx
      .selectFrom('plan_terms')
      .select((e) => e.fn.max<number>('number').as('number'))
      .where('plan_id', '=', planId)
      .executeTakeFirstOrThrow();
    const terms = { plan_id: planId, number: last.number + 1, ...gift, agreed_at: deps.clock.now().toISOString() };
    const inserted = await tx
      .insertInto('plan_terms')
      .values(terms)
      .onConflict((conflict) => conflict.columns(['plan_id', 'number']).doNothing())
      .returning('number')
      .execute();
    if (inserted.length === 0) throw new TransactionConflict();
    return terms;
  });
