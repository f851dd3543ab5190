import { stringify } from 'csv-stringify/sync';
import type { Queryable } from '#server/db/database.ts';
import { findConfirmed } from './queries.ts';

/** The confirmed subscribers with the proof of their consent, as a table for a spreadsheet, which takes no address for a formula. */
export async function subscribersCsv(db: Queryable): Promise<string> {
  const subscribers = await findConfirmed(db);
  return stringify(subscribers, { header: true, columns, escape_formulas: true, record_delimiter: 'windows' });
}

const columns = [
  { key: 'email', header: 'Email' },
  { key: 'confirmed_at', header: 'Confirmed at' },
  { key: 'consent_text', header: 'Consent' },
  { key: 'consent_source', header: 'Source' },
  { key: 'requested_at', header: 'Requested at' },
];
