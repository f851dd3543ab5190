import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DonationIntentRow, DonationRow } from '#server/db/tables.ts';
import { knownCurrency } from '#server/receipts/index.ts';

/** A donation with all that is kept of it. */
export type OwnDonation = DonationRow & { readonly charity_name: string };

/** All donations of a donor, newest first, however many: read in pages, since a statement should stay short. */
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

/** What a donor set out to give and has not given, newest first: open, given up or failed. */
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

type FrozenMoney = Pick<
  DonationRow,
  | 'amount_minor'
  | 'service_fee_minor'
  | 'currency'
  | 'charge_subtotal_minor'
  | 'charge_service_fee_minor'
  | 'charge_total_minor'
  | 'charge_currency'
  | 'exchange_rate'
  | 'rates_set_on'
>;

/** The money of a gift in decimals: what it is in our currency, what was charged, and the rate between them. */
export function decimalsOf(gift: FrozenMoney) {
  const own = (amountMinor: number): number => toDecimal(money(amountMinor, knownCurrency(gift.currency)));
  const charged = (amountMinor: number): number => toDecimal(money(amountMinor, knownCurrency(gift.charge_currency)));
  return {
    amount: own(gift.amount_minor),
    serviceFee: own(gift.service_fee_minor),
    total: own(gift.amount_minor + gift.service_fee_minor),
    currency: gift.currency,
    charged: {
      subtotal: charged(gift.charge_subtotal_minor),
      serviceFee: charged(gift.charge_service_fee_minor),
      total: charged(gift.charge_total_minor),
      currency: gift.charge_currency,
      exchangeRate: gift.exchange_rate,
      ratesSetOn: gift.rates_set_on,
    },
  };
}
