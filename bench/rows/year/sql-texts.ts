import { sql, type RawBuilder } from 'kysely';
import type { Engine } from '#server/db/database.ts';

type Text = RawBuilder<string>;

/** An id with a number: `don_` and 26 digits, as long as a real one. */
export const numberedId = (prefix: string, number: RawBuilder<unknown>): Text =>
  sql<string>`${sql.lit(`${prefix}_`)} || ${digits(number)}`;

const digits = (number: RawBuilder<unknown>): Text =>
  sql<string>`substr(${sql.lit('0'.repeat(26))}, length(cast(${number} as text)) + 1) || cast(${number} as text)`;

/** The id of the same payment with another prefix. */
export const sameId = (prefix: string, id: RawBuilder<unknown>): Text =>
  sql<string>`${sql.lit(`${prefix}_`)} || substr(${id}, 5)`;

/** An instant in the form that the product stores, from seconds since 1970. */
export const instantOf = (engine: Engine, seconds: RawBuilder<unknown>): Text =>
  engine === 'sqlite'
    ? sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${seconds}, 'unixepoch')`
    : sql<string>`to_char(to_timestamp(${seconds}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A stored instant, some days later. */
export const daysLater = (engine: Engine, instant: RawBuilder<unknown>, days: number): Text =>
  engine === 'sqlite'
    ? sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', ${instant}, ${sql.lit(`+${days} days`)})`
    : sql<string>`to_char((cast(${instant} as timestamptz) + ${sql.lit(`${days} days`)}::interval) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
