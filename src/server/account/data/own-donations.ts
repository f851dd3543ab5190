import { sql } from 'kysely';
import { toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import type { FrozenMoney } from '#server/db/tables/donation.ts';
import { basePriceOf, chargeOf } from '#server/db/row-money.ts';
import type { DonationIntentRow, DonationRow } from '#server/db/tables.ts';
import { remaining, reversedMinor } from '#server/donations/index.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';

/** A donation with every stored column, and what remains of it after refunds and disputes. */
export type OwnDonation = DonationRow & {
  readonly charity_name: string;
  /** The part of the charge that refunds and disputes took back. */
  readonly reversed_minor: number;
  readonly remaining_minor: number;
  readonly remaining_meals: number;
};

/** All donations of a donor, newest first. */
export const ownDonations = (
  db: Queryable,
  donorId: string,
  runExclusive: RunExclusive,
): AsyncGenerator<OwnDonation[]> =>
  inPages<OwnDonation>(runExclusive, (last, pageSize) =>
    db
      .selectFrom(donationPage(db, donorId, last, pageSize))
      .innerJoin('charities', 'charities.id', 'donation.charity_id')
      .selectAll('donation')
      .select(frozenCharityName('donation').as('charity_name'))
      .select([remaining.amount.as('remaining_minor'), remaining.meals.as('remaining_meals')])
      .orderBy('donated_at', 'desc')
      .orderBy('donation.id', 'desc')
      .execute(),
  );

/** A page of donations as the subquery `donation`, so that joins look up only the rows of this page. */
export const donationPage = (
  db: Queryable,
  donorId: string,
  last: Pick<DonationRow, 'donated_at' | 'id'> | undefined,
  pageSize: number,
) =>
  db
    .selectFrom('donations')
    .selectAll('donations')
    .select(reversedMinor.as('reversed_minor'))
    .where('donor_id', '=', donorId)
    .$if(last !== undefined, (query) =>
      query.where((e) => e(e.refTuple('donated_at', 'id'), '<', e.tuple(last?.donated_at ?? '', last?.id ?? ''))),
    )
    .orderBy('donated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .as('donation');

export type OwnIntent = DonationIntentRow & { readonly charity_name: string };

/** A donor's intents that have not settled, newest first. */
export const unpaidIntents = (
  db: Queryable,
  donorId: string,
  runExclusive: RunExclusive,
): AsyncGenerator<OwnIntent[]> =>
  inPages<OwnIntent>(runExclusive, (last, pageSize) =>
    db
      .selectFrom('donation_intents')
      .innerJoin('charities', 'charities.id', 'donation_intents.charity_id')
      .selectAll('donation_intents')
      .select(frozenCharityName('donation_intents').as('charity_name'))
      .where('donor_id', '=', donorId)
      .where(isUnpaid)
      .$if(last !== undefined, (query) =>
        query.where((e) =>
          e(e.refTuple('created_at', 'donation_intents.id'), '<', e.tuple(last?.created_at ?? '', last?.id ?? '')),
        ),
      )
      .orderBy('created_at', 'desc')
      .orderBy('donation_intents.id', 'desc')
      .limit(pageSize)
      .execute(),
  );

/** A literal instead of a parameter, because the condition of the index has a literal. */
const isUnpaid = sql<boolean>`status != 'settled'`;

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
