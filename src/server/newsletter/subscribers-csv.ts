import type { Queryable } from '#server/db/database.ts';
import { writeCsv, type CsvColumn } from '#server/http/files/csv.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';

/** The confirmed subscribers with the proof of their consent, as CSV. */
export const exportSubscribers = (db: Queryable, runExclusive: RunExclusive): AsyncGenerator<string> =>
  writeCsv(
    columns,
    inPages<Subscriber>(runExclusive, (last, count) => findConfirmed(db, last, count)),
  );

interface Subscriber {
  readonly id: string;
  readonly email: string;
  readonly confirmedAt: string;
  readonly consentText: string;
  readonly consentSource: string;
  readonly requestedAt: string;
}

const columns: readonly CsvColumn<Subscriber>[] = [
  { header: 'Email', valueOf: ({ email }) => email },
  { header: 'Confirmed at', valueOf: ({ confirmedAt }) => confirmedAt },
  { header: 'Consent', valueOf: ({ consentText }) => consentText },
  { header: 'Source', valueOf: ({ consentSource }) => consentSource },
  { header: 'Requested at', valueOf: ({ requestedAt }) => requestedAt },
];

/** Ordered by when they confirmed. The position stays valid when the last subscriber of a page leaves. */
const findConfirmed = (db: Queryable, last: Subscriber | undefined, count: number): Promise<Subscriber[]> =>
  db
    .selectFrom('newsletter_subscribers')
    .select(['id', 'email', 'confirmed_at as confirmedAt', 'consent_text as consentText'])
    .select(['consent_source as consentSource', 'requested_at as requestedAt'])
    .where('status', '=', 'confirmed')
    .where((e) => e(e.refTuple('confirmed_at', 'id'), '>', e.tuple(last?.confirmedAt ?? '', last?.id ?? '')))
    .orderBy('confirmed_at')
    .orderBy('id')
    .limit(count)
    .$narrowType<{ confirmedAt: string }>()
    .execute();
