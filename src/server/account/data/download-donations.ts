import { stringify } from 'csv-stringify/sync';
import type { Queryable } from '#server/db/database.ts';
import type { InTurn } from '#server/http/files/downloads.ts';
import { decimalsOf, ownDonations, type OwnDonation } from './own-donations.ts';

/**
 * A donor's donations as CSV, newest first, piece by piece. The byte order mark tells spreadsheets that it is UTF-8, and cells
 * that look like formulas are escaped.
 */
export async function* downloadDonations(db: Queryable, donorId: string, inTurn: InTurn): AsyncGenerator<string> {
  yield stringify([], { ...format, header: true, bom: true });
  for await (const page of ownDonations(db, donorId, inTurn)) yield stringify(page.map(toRecord), format);
}

const columns = [
  'Date',
  'Day',
  'Time zone',
  'Gift',
  'Charity',
  'Meals',
  'Monthly',
  'Amount',
  'Service fee',
  'Total',
  'Currency',
  'Charged',
  'Charged currency',
  'Exchange rate',
  'Transaction ID',
] as const;

const format = { columns: [...columns], escape_formulas: true, record_delimiter: 'windows' } as const;

function toRecord(donation: OwnDonation): Record<(typeof columns)[number], string | number> {
  const { charged, ...own } = decimalsOf(donation);
  return {
    Date: donation.donated_at,
    Day: donation.donated_on,
    'Time zone': donation.time_zone,
    Gift: donation.label,
    Charity: donation.charity_name,
    Meals: donation.meals,
    Monthly: donation.is_recurring === 1 ? 'yes' : 'no',
    Amount: own.amount,
    'Service fee': own.serviceFee,
    Total: own.total,
    Currency: own.currency,
    Charged: charged.total,
    'Charged currency': charged.currency,
    'Exchange rate': charged.exchangeRate,
    'Transaction ID': donation.id,
  };
}
