import type { DonationFilters, DonationState, ListedDonation } from '#contract/admin/donations/search.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import { sql, type RawBuilder } from 'kysely';
import { isDisputed, reversalStateOf, reversedMinor } from '#server/donations/index.ts';
import type { Candidate } from './candidates.ts';

/**
 * Selects the first `limit` candidates that pass the filters. The cross join makes SQLite read the candidates first. Otherwise
 * it would begin with all payments of a provider or status.
 */
export const filterCandidates = (
  db: Queryable,
  candidates: RawBuilder<Candidate>,
  { state, charity, provider, kind }: DonationFilters,
  limit: number,
): Promise<Candidate[]> =>
  db
    .selectFrom(sql<Candidate>`(${candidates})`.as<'candidate'>(sql.ref('candidate')))
    .crossJoin('donation_intents')
    .leftJoin('donations', 'donations.intent_id', 'candidate.intent_id')
    .whereRef('donation_intents.id', '=', 'candidate.intent_id')
    .select(['candidate.intent_id', 'candidate.at', 'candidate.id'])
    .$if(charity !== undefined, (query) => query.where('donation_intents.charity_id', '=', Number(charity)))
    .$if(kind !== undefined, (query) => query.where('donation_intents.is_recurring', '=', kind === 'monthly' ? 1 : 0))
    .$if(provider !== undefined, (query) => query.where('donation_intents.provider', '=', provider ?? 'stripe'))
    .$if(state !== undefined, (query) => query.where(isIn(state ?? 'paid')))
    .orderBy('candidate.at', 'desc')
    .orderBy('candidate.id', 'desc')
    .limit(limit)
    .execute();

function isIn(state: DonationState): RawBuilder<boolean> {
  const total = sql.ref('donations.charge_total_minor');
  switch (state) {
    case 'paid':
      return sql`donations.id is not null and ${isDisputed} = 0 and ${reversedMinor} = 0`;
    case 'partly_refunded':
      return sql`${isDisputed} = 0 and ${reversedMinor} > 0 and ${reversedMinor} < ${total}`;
    case 'refunded':
      return sql`${isDisputed} = 0 and ${reversedMinor} = ${total}`;
    case 'disputed':
      return sql`${isDisputed} = 1`;
    default:
      return sql`donation_intents.status = ${state}`;
  }
}

/** Reads what the list shows about these payments, in the same order. */
export async function readListed(db: Queryable, found: readonly Candidate[]): Promise<ListedDonation[]> {
  if (found.length === 0) return [];
  const rows = await findRows(
    db,
    found.map(({ intent_id: intentId }) => intentId),
  );
  const byIntent = new Map(rows.map((row) => [row.intent_id, row]));
  return found.flatMap(({ intent_id: intentId, at }) => {
    const row = byIntent.get(intentId);
    return row ? [toListed(row, at)] : [];
  });
}

const findRows = (db: Queryable, intentIds: readonly string[]) =>
  db
    .selectFrom('donation_intents')
    .innerJoin('charities', 'charities.id', 'donation_intents.charity_id')
    .leftJoin('donations', 'donations.intent_id', 'donation_intents.id')
    .leftJoin('payer_emails', 'payer_emails.intent_id', 'donation_intents.id')
    .leftJoin('users', (join) =>
      join.on('users.id', '=', sql<string>`coalesce(donations.donor_id, donation_intents.donor_id)`),
    )
    .select(['donation_intents.id as intent_id', 'donation_intents.donation_id', 'donation_intents.status'])
    .select(['donation_intents.charge_total_minor', 'donation_intents.charge_currency', 'donation_intents.label'])
    .select([
      'donation_intents.charity_id',
      frozenCharityName('donation_intents').as('charity_name'),
      'donation_intents.provider',
    ])
    .select(['donation_intents.is_recurring', reversedMinor.as('reversed_minor'), isDisputed.as('is_disputed')])
    .select(['users.id as donor_id', 'users.username', 'users.first_name', 'users.last_name'])
    .select(['users.email as user_email', 'payer_emails.email as payer_email'])
    .where('donation_intents.id', 'in', intentIds)
    .execute();

type FoundRow = Awaited<ReturnType<typeof findRows>>[number];

const toListed = (row: FoundRow, at: string): ListedDonation => ({
  id: row.donation_id,
  state: stateOf(row),
  at,
  charged: toDecimal(money(row.charge_total_minor, row.charge_currency)),
  reversed: toDecimal(money(row.reversed_minor, row.charge_currency)),
  currency: row.charge_currency,
  charityId: row.charity_id,
  charityName: row.charity_name,
  label: row.label,
  kind: row.is_recurring === 1 ? 'monthly' : 'one_time',
  provider: row.provider,
  donorId: row.donor_id,
  donorName: row.donor_id === null ? null : nameOf(row),
  email: row.user_email ?? row.payer_email,
});

const stateOf = (
  row: Pick<FoundRow, 'status' | 'charge_total_minor' | 'reversed_minor' | 'is_disputed'>,
): DonationState => (row.status === 'settled' ? (reversalStateOf(row) ?? 'paid') : row.status);

/** Returns the known parts of the full name, or else the username. */
export function nameOf(row: {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly username: string | null;
}): string | null {
  const names = [row.first_name, row.last_name].filter((name) => name !== null && name !== '');
  return names.length > 0 ? names.join(' ') : row.username;
}
