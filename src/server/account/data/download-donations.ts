import { money, subtract, toDecimal, type Money } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { chargeOf } from '#server/db/row-money.ts';
import { writeCsv, type CsvColumn } from '#server/http/files/csv.ts';
import type { InTurn } from '#server/http/files/downloads.ts';
import { decimalsOf, ownDonations, type OwnDonation } from './own-donations.ts';

/** A donor's donations as CSV, newest first, piece by piece. Meals are what refunds and disputes left, as in the history. */
export const downloadDonations = (db: Queryable, donorId: string, inTurn: InTurn): AsyncGenerator<string> =>
  writeCsv(columns, ownDonations(db, donorId, inTurn));

const columns: readonly CsvColumn<OwnDonation>[] = [
  { header: 'Date', valueOf: (donation) => donation.donated_at },
  { header: 'Day', valueOf: (donation) => donation.donated_on },
  { header: 'Time zone', valueOf: (donation) => donation.time_zone },
  { header: 'Gift', valueOf: ({ label }) => label },
  { header: 'Charity', valueOf: (donation) => donation.charity_name },
  { header: 'Meals', valueOf: (donation) => donation.remaining_meals },
  { header: 'Monthly', valueOf: (donation) => (donation.is_recurring === 1 ? 'yes' : 'no') },
  { header: 'Amount', valueOf: (donation) => decimalsOf(donation).amount },
  { header: 'Service fee', valueOf: (donation) => decimalsOf(donation).serviceFee },
  { header: 'Total', valueOf: (donation) => decimalsOf(donation).total },
  { header: 'Currency', valueOf: ({ currency }) => currency },
  { header: 'Charged', valueOf: (donation) => toDecimal(chargeOf(donation).total) },
  { header: 'Refunds and disputes', valueOf: (donation) => toDecimal(reversedOf(donation)) },
  { header: 'Net', valueOf: (donation) => toDecimal(subtract(chargeOf(donation).total, reversedOf(donation))) },
  { header: 'Charged currency', valueOf: (donation) => donation.charge_currency },
  { header: 'Exchange rate', valueOf: (donation) => donation.exchange_rate },
  { header: 'Transaction ID', valueOf: ({ id }) => id },
];

const reversedOf = (donation: OwnDonation): Money => money(donation.reversed_minor, donation.charge_currency);
