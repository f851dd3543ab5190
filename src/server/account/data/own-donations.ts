import { toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import type { FrozenMoney } from '#server/db/donation-tables.ts';
import { basePriceOf, chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow, DonationRow } from '#server/db/tables.ts';

/** A donation with every stored column. */
export type OwnDonation = DonationRow & { readonly charity_name: string };

/** All donations of a donor, newest first, read in pages to keep each query short. */
export async function findOwnDonations(db: Queryable, donorId: string): Promise<OwnDonation[]> {
  const donations: OwnDonation[] = [];
  for (;;) {
    const page = await findPage(db, donorId, donations.at(-1));
    donations.push(...page);
    if (page.length < pageSize) return donations;
  }
}

const pageSize = 1000;

const findPage = (db: Queryable, donorId: string, last: OwnDonation | undefined): Promise<OwnDonation[]> =>
  db
    .selectFrom('donations')
    .innerJoin('charities', 'charities.id', 'donations.charity_id')
    .selectAll('donations')
    .select('charities.name as charity_name')
    .where('donor_id', '=', donorId)
    .$if(last !== undefined, (query) =>
      query.where((e) =>
        e(e.refTuple('donated_at', 'donations.id'), '<', e.tuple(last?.donated_at ?? '', last?.id ?? '')),
      ),
    )
    .orderBy('donated_at', 'desc')
    .orderBy('donations.id', 'desc')
    .limit(pageSize)
    .execute();

/** A donor's intents that have not settled, newest first. */
export const findUnpaidIntents = (
  db: Queryable,
  donorId: string,
): Promise<(DonationIntentRow & { readonly charity_name: string })[]> =>
  db
    .selectFrom('donation_intents')
    .innerJoin('charities', 'charities.id', 'donation_intents.charity_id')
    .selectAll('donation_intents')
    .select('charities.name as charity_name')
    .where('donor_id', '=', donorId)
    .where('status', '!=', 'settled')
    .orderBy('created_at', 'desc')
    .orderBy('donation_intents.id', 'desc')
    .execute();

/** The money of a donation in decimals: in the base currency, as charged, and the rate between them. */
export function decimalsOf(frozen: FrozenMoney) {
  const price = basePriceOf(frozen);
  const charge = chargeOf(frozen);
  return {
    amount: toDecimal(price.subtotal),
    serviceFee: toDecimal(price.serviceFee),
    total: toDecimal(price.total),
    currency: frozen.currency,
    charged: {
      subtotal: toDecimal(charge.subtotal),
      serviceFee: toDecimal(charge.serviceFee),
      total: toDecimal(charge.total),
      currency: frozen.charge_currency,
      exchangeRate: frozen.exchange_rate,
      ratesSetOn: frozen.rates_set_on,
    },
  };
}
