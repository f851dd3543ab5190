import type { Money } from '#domain/money/money.ts';
import type { PlanTermsRow } from '#server/db/tables.ts';

/** What a provider collects, or has collected, for a month, and for which charity where that can be told. */
export interface CollectedGift {
  readonly collected: Money | undefined;
  readonly charityId: number | undefined;
}

/** The newest terms that a month's sum and charity answer to, among terms with the newest first; `undefined` for none. */
export const fittingTerms = (
  terms: readonly PlanTermsRow[],
  { collected, charityId }: CollectedGift,
): PlanTermsRow | undefined =>
  terms.find(
    (row) =>
      row.charge_total_minor === collected?.amountMinor &&
      row.charge_currency === collected.currency &&
      (charityId === undefined || row.charity_id === charityId),
  );
