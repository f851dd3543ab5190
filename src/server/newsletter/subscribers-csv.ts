import { stringify } from 'csv-stringify/sync';
import type { Queryable } from '#server/db/database.ts';
import type { SubscriberRow } from '#server/db/tables.ts';

/** The confirmed subscribers with the proof of their consent, as CSV. Cells that look like formulas are escaped. */
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

/** In the order in which they confirmed. */
const findConfirmed = (db: Queryable): Promise<SubscriberRow[]> =>
  db
    .selectFrom('newsletter_subscribers')
    .selectAll()
    .where('status', '=', 'confirmed')
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute();
