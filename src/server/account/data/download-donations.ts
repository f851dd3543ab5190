import { stringify } from 'csv-stringify/sync';
import type { Queryable } from '#server/db/database.ts';
import { decimalsOf, findOwnDonations, type OwnDonation } from './own-donations.ts';

/**
 * A donor's donations as CSV, newest first. The byte order mark tells spreadsheets that it is UTF-8, and cells that look like
 * formulas are escaped.
 */
export async function downloadDonations(db: Queryable, donorId: string): Promise<string> {
  const donations = await findOwnDonations(db, donorId);
  return stringify(donations.map(toRecord), {
    header: true,
    columns: [...columns],
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  });
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
