import type { StackItem } from '#domain/donation/basket.ts';
import { money } from '#domain/money/money.ts';
import type { DonationRecord } from '#domain/payment/donation-record.ts';
import { namesAt } from '#server/catalogue/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import type { termsColumns } from '../plans/terms.ts';

/** The columns of an intent or of plan terms in a record; undefined when the catalogue lacks its charity or a snack. */
export async function termsInRecord(
  deps: Pick<Deps, 'published'>,
  db: Queryable,
  record: DonationRecord,
): Promise<ReturnType<typeof termsColumns> | undefined> {
  const { price, charge } = record;
  const charity = await db.selectFrom('charities').select('id').where('id', '=', record.charityId).executeTakeFirst();
  const names = await namesAt(deps, db, record.madeAt);
  const items = itemsIn(record, names.snacks);
  if (!charity || !items) return undefined;
  return {
    charity_id: charity.id,
    frozen_charity_name: names.charities.get(charity.id) ?? null,
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

/** The items at the recorded prices, with the names of their day. */
function itemsIn({ items, price }: DonationRecord, names: ReadonlyMap<number, string>): StackItem[] | undefined {
  const found = items.flatMap(({ id, quantity, priceMinor, meals }): StackItem[] => {
    const name = names.get(id);
    return name === undefined ? [] : [{ id, name, price: money(priceMinor, price.subtotal.currency), meals, quantity }];
  });
  return found.length === items.length ? found : undefined;
}
