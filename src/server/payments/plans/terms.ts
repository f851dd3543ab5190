import type { Money } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { prepared } from '#server/db/fast-reads/prepared.ts';
import type { DonationIntentRow, PlanTermsRow } from '#server/db/tables.ts';

/** The terms of a plan, newest first. */
export const findTerms = (db: Queryable, planId: string): Promise<PlanTermsRow[]> => selectTerms(db, { planId });

const selectTerms = prepared((db, { planId }: { planId: string }) =>
  db.selectFrom('plan_terms').selectAll().where('plan_id', '=', planId).orderBy('number', 'desc'),
);

/** The newest terms that match what the provider collects; undefined if none do. `terms` are given newest first. */
export const findMatchingTerms = (
  terms: readonly PlanTermsRow[],
  { collected, charityId }: { readonly collected: Money | undefined; readonly charityId: number | undefined },
): PlanTermsRow | undefined =>
  terms.find(
    (row) =>
      row.charge_total_minor === collected?.amountMinor &&
      row.charge_currency === collected.currency &&
      (charityId === undefined || row.charity_id === charityId),
  );

/** The columns that plan terms and intents have in common. */
export const termsColumns = (row: PlanTermsRow | DonationIntentRow) => ({
  charity_id: row.charity_id,
  frozen_charity_name: row.frozen_charity_name,
  label: row.label,
  items: row.items,
  meals: row.meals,
  amount_minor: row.amount_minor,
  service_fee_minor: row.service_fee_minor,
  currency: row.currency,
  charge_subtotal_minor: row.charge_subtotal_minor,
  charge_service_fee_minor: row.charge_service_fee_minor,
  charge_total_minor: row.charge_total_minor,
  charge_currency: row.charge_currency,
  exchange_rate: row.exchange_rate,
  rates_set_on: row.rates_set_on,
});
