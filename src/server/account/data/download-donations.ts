import { money, subtract, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { chargeOf } from '#server/db/row-money.ts';
import { writeCsv, type CsvColumn } from '#server/http/files/csv.ts';
import type { RunExclusive } from '#server/http/files/downloads.ts';
import { decimalsOf, ownDonations, type OwnDonation } from './own-donations.ts';

/** Writes a donor's donations as CSV, newest first, page by page. As in the history, refunds and disputes reduce the meals. */
export const downloadDonations = (db: Queryable, donorId: string, runExclusive: RunExclusive): AsyncGenerator<string> =>
  writeCsv(columns, rowsOf(ownDonations(db, donorId, runExclusive)));

async function* rowsOf(pages: AsyncIterable<OwnDonation[]>): AsyncGenerator<readonly Row[]> {
  for await (const page of pages) yield page.map(toRow);
}

function toRow(donation: OwnDonation) {
  const charged = chargeOf(donation).total;
  const reversed = money(donation.reversed_minor, donation.charge_currency);
  return { ...donation, ...decimalsOf(donation), reversed, net: subtract(charged, reversed) };
}

type Row = ReturnType<typeof toRow>;

const columns: readonly CsvColumn<Row>[] = [
  { header: 'Date', valueOf: (row) => row.donated_at },
  { header: 'Day', valueOf: (row) => row.donated_on },
  { header: 'Time zone', valueOf: (row) => row.time_zone },
  { header: 'Gift', valueOf: (row) => row.label },
  { header: 'Charity', valueOf: (row) => row.charity_name },
  { header: 'Meals', valueOf: (row) => row.remaining_meals },
  { header: 'Monthly', valueOf: (row) => (row.is_recurring === 1 ? 'yes' : 'no') },
  { header: 'Amount', valueOf: (row) => row.amount },
  { header: 'Service fee', valueOf: (row) => row.serviceFee },
  { header: 'Total', valueOf: (row) => row.total },
  { header: 'Currency', valueOf: (row) => row.currency },
  { header: 'Charged', valueOf: (row) => row.charged.total },
  { header: 'Refunds and disputes', valueOf: (row) => toDecimal(row.reversed) },
  { header: 'Net', valueOf: (row) => toDecimal(row.net) },
  { header: 'Charged currency', valueOf: (row) => row.charge_currency },
  { header: 'Exchange rate', valueOf: (row) => row.exchange_rate },
  { header: 'Transaction ID', valueOf: (row) => row.id },
];
