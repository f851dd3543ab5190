import type { StackItem } from '#domain/donation/basket.ts';
import { money } from '#domain/money/money.ts';
import type { DonationRecord } from '#domain/payment/donation-record.ts';
import { charityNames, namesAt, type Names } from '#server/catalogue/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { termsColumns } from '../plans/terms.ts';

/**
 * Returns the columns of an intent or of plan terms from a record. Undefined if the catalogue lacks the charity or a snack, or
 * has another charity with the same id, as can happen after a restore.
 */
export async function termsInRecord(
  deps: Pick<Deps, 'published'>,
  db: Queryable,
  record: DonationRecord,
): Promise<ReturnType<typeof termsColumns> | undefined> {
  const { price, charge } = record;
  const charity = await db.selectFrom('charities').select('id').where('id', '=', record.charityId).executeTakeFirst();
  const names = await namesAt(deps, db, record.madeAt);
  const items = itemsIn(record, names.snacks);
  if (!charity || !items || !(await isNamedCharity(deps, db, record, names))) return undefined;
  return {
    charity_id: charity.id,
    frozen_charity_name: record.charityName ?? names.charities.get(charity.id) ?? null,
    label: record.label,
    items: JSON.stringify(items),
    meals: record.meals,
    amount_minor: price.subtotal.amountMinor,
    service_fee_minor: price.serviceFee.amountMinor,
    currency: price.subtotal.currency,
    charge_subtotal_minor: charge.subtotal.amountMinor,
    charge_service_fee_minor: charge.serviceFee.amountMinor,
    charge_total_minor: charge.total.amountMinor,
    charge_currency: charge.total.currency,
    exchange_rate: record.exchangeRate,
    rates_set_on: record.ratesSetOn,
  };
}

/**
 * Returns true if the charity has the recorded name now, or had it when the record was made or a minute before. An older record
 * has no name and always fits.
 */
async function isNamedCharity(
  deps: Pick<Deps, 'published'>,
  db: Queryable,
  { charityId, charityName, madeAt }: DonationRecord,
  then: Names,
): Promise<boolean> {
  if (charityName === null || then.charities.get(charityId) === charityName) return true;
  if (charityNames(deps).get(charityId) === charityName) return true;
  const before = await namesAt(deps, db, new Date(madeAt.getTime() - delayMs));
  return before.charities.get(charityId) === charityName;
}

/** Longer than a process can take to apply a new version. */
const delayMs = 60_000;

/**
 * Returns the items at the recorded prices, with the names that applied when the record was made; undefined if a name is
 * missing.
 */
function itemsIn({ items, price }: DonationRecord, names: ReadonlyMap<number, string>): StackItem[] | undefined {
  const found = items.flatMap(({ id, quantity, priceMinor, meals }): StackItem[] => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name, price: money(priceMinor, price.subtotal.currency), meals, quantity }];
  });
  return found.length === items.length ? found : undefined;
}
