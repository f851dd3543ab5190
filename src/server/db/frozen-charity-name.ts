import { sql, type RawBuilder } from 'kysely';

/**
 * Selects the name that the charity of a row had on the row's day. The query must join `charities`, whose names never change
 * (decision 0138).
 */
export const frozenCharityName = (
  table: 'donation' | 'donations' | 'donation_intents' | 'plan_terms' | 'payouts',
): RawBuilder<string> => sql<string>`coalesce(${sql.ref(`${table}.frozen_charity_name`)}, charities.name)`;
