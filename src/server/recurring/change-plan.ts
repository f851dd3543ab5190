import { checkoutSentences, readCustomAmountFields } from '#contract/checkout.ts';
import { planSentences, type ChangePlanRequest } from '#contract/recurring.ts';
import { customBasket, labelOf, mealsOf } from '#domain/donation/basket.ts';
import { checkAmount, priceIn, priceToleranceMinor } from '#domain/donation/pricing.ts';
import { baseCurrency, chargeCurrency } from '#domain/money/currency.ts';
import type { DatedRateTable } from '#domain/rates/rate-table.ts';
import { fromDecimal, isWithin, zero } from '#domain/money/money.ts';
import { currentCatalogue, type Charity } from '#server/catalogue/index.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import { chargeOf } from '#server/db/row-money.ts';
import type { PlanTermsRow } from '#server/db/tables.ts';
import { currentRates } from '#server/rates/index.ts';
import type { Deps } from '#server/deps.ts';
import { recordOfIntent, recordOfTerms, saveSubscription, termsColumns } from '#server/payments/index.ts';
import { ownPauseOf } from './charities/follow-charity.ts';
import { findFirstIntent, findPlan, type PlanWithTerms } from './queries.ts';

export type ChangedPlan =
  | { readonly code: 'changed'; readonly plan: PlanWithTerms }
  | {
      readonly code: RefusedChange;
      readonly sentence: string;
    };

type RefusedChange =
  | 'invalid_amount'
  | 'invalid_charity'
  | 'charity_retired'
  | 'prices_changed'
  | 'plan_busy'
  | 'plan_over'
  | 'provider_unavailable';

/**
 * Changes the terms of a plan from its next charge on. The new terms are stored first, so that an invoice that arrives before
 * the provider's response finds them. They take effect when the provider confirms them or, if that response is lost, with the
 * next state of the subscription. If the plan waits for a charity, the same call to the provider restarts it, so that no charge
 * is for the retired charity.
 */
export async function changePlan(
  deps: Deps,
  { plan, terms }: PlanWithTerms,
  change: ChangePlanRequest,
): Promise<ChangedPlan> {
  if (plan.status === 'ended' || plan.subscription_id === null) {
    return { code: 'plan_over', sentence: planSentences.planOver };
  }
  const chosen = charityOf(deps, { plan, terms }, change.charityId);
  if (chosen.code !== 'chosen') return chosen;
  const { charity } = chosen;
  const next =
    change.amount === undefined
      ? keptTerms(terms)
      : customTerms({ ...change, amount: change.amount }, currentRates(deps));
  if (next.code !== 'priced') return next;
  const added = await addTerms(deps, plan.id, {
    ...next.terms,
    charity_id: charity.id,
    frozen_charity_name: charity.name,
  });
  const first = { ...(await findFirstIntent(deps.db.read, plan)), donor_id: plan.donor_id };
  const confirmed = await deps.cards.subscriptions.changeSubscription(
    plan.subscription_id,
    {
      charge: chargeOf(added),
      charityId: charity.id,
      charityName: charity.name,
      ...(needsRestart(deps, { plan, terms }) && { restart: { pausedUntil: ownPauseOf(deps, plan) } }),
      records: { first: recordOfIntent(deps, first), terms: recordOfTerms(deps, first, added) },
    },
    `${plan.id}:${added.number}`,
  );
  if (confirmed.code === 'unavailable') {
    deps.log.error({ planId: plan.id, detail: confirmed.detail }, 'plan change not confirmed by the provider');
    return { code: 'provider_unavailable', sentence: planSentences.unavailable };
  }
  await saveSubscription(deps, confirmed.state);
  const changed = await findPlan(deps, plan.id);
  if (!changed) throw new TypeError(`plan ${plan.id} has disappeared`);
  return { code: 'changed', plan: changed };
}

type ChosenCharity =
  | { readonly code: 'chosen'; readonly charity: Charity }
  | { readonly code: 'invalid_charity' | 'charity_retired' | 'plan_busy'; readonly sentence: string };

/** Finds the charity of the changed plan. A plan that waits although its charity is back is busy: it is about to be restarted. */
function charityOf(
  deps: Deps,
  { plan, terms }: Pick<PlanWithTerms, 'plan' | 'terms'>,
  chosenId: number | undefined,
): ChosenCharity {
  const { charities, retiredCharities } = currentCatalogue(deps);
  const id = chosenId ?? terms.charity_id;
  if (retiredCharities.has(id)) {
    const code = chosenId === undefined ? 'charity_retired' : 'invalid_charity';
    return { code, sentence: planSentences.charityRetired };
  }
  if (plan.waiting_since !== null && id === terms.charity_id)
    return { code: 'plan_busy', sentence: planSentences.busy };
  const charity = charities.get(id);
  return charity ? { code: 'chosen', charity } : { code: 'invalid_charity', sentence: planSentences.charityInvalid };
}

/** Returns true even for a plan that is not stopped yet: an open invoice for the retired charity must not be collected. */
const needsRestart = (deps: Deps, { plan, terms }: Pick<PlanWithTerms, 'plan' | 'terms'>): boolean =>
  plan.waiting_since !== null || currentCatalogue(deps).retiredCharities.has(terms.charity_id);

type Terms = ReturnType<typeof termsColumns>;

type PricedTerms =
  | { readonly code: 'priced'; readonly terms: Omit<Terms, 'charity_id' | 'frozen_charity_name'> }
  | { readonly code: 'invalid_amount' | 'prices_changed'; readonly sentence: string };

const keptTerms = (terms: PlanTermsRow): PricedTerms => ({ code: 'priced', terms: termsColumns(terms) });

/** Prices a custom amount at today's rates. Refuses it if the amount in dollars does not agree with the amount as typed. */
function customTerms(change: ChangePlanRequest & { readonly amount: number }, rates: DatedRateTable): PricedTerms {
  const basket = customBasket(readCustomAmountFields(change) ?? zero(baseCurrency));
  const price = priceIn(basket, baseCurrency, rates);
  if (checkAmount(price.subtotal) !== 'ok') {
    return { code: 'invalid_amount', sentence: planSentences.amountInvalid };
  }
  const shown = fromDecimal(change.amount, baseCurrency);
  if (!shown || !isWithin(shown, price.subtotal, priceToleranceMinor)) {
    return { code: 'prices_changed', sentence: checkoutSentences.pricesChanged };
  }
  const charge = priceIn(basket, chargeCurrency, rates);
  const terms: Omit<Terms, 'charity_id' | 'frozen_charity_name'> = {
    label: labelOf(basket),
    items: JSON.stringify([]),
    meals: mealsOf(basket, rates),
    amount_minor: price.subtotal.amountMinor,
    service_fee_minor: price.serviceFee.amountMinor,
    currency: baseCurrency,
    charge_subtotal_minor: charge.subtotal.amountMinor,
    charge_service_fee_minor: charge.serviceFee.amountMinor,
    charge_total_minor: charge.total.amountMinor,
    charge_currency: chargeCurrency,
    exchange_rate: rates.unitsPerDollar[chargeCurrency],
    rates_set_on: rates.days[chargeCurrency],
  };
  return { code: 'priced', terms };
}

/** Stores terms under the next number, which is part of the primary key: of two concurrent changes, the second starts again. */
const addTerms = (deps: Deps, planId: string, terms: Terms): Promise<PlanTermsRow> =>
  inTransaction(deps.db, async (tx) => {
    const last = await tx
      .selectFrom('plan_terms')
      .select((e) => e.fn.max<number>('number').as('number'))
      .where('plan_id', '=', planId)
      .executeTakeFirstOrThrow();
    const row = { plan_id: planId, number: last.number + 1, ...terms, agreed_at: deps.clock.now().toISOString() };
    const inserted = await tx
      .insertInto('plan_terms')
      .values(row)
      .onConflict((conflict) => conflict.columns(['plan_id', 'number']).doNothing())
      .returning('number')
      .execute();
    if (inserted.length === 0) throw new TransactionConflict();
    return row;
  });
