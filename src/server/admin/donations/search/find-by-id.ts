import { sql } from 'kysely';
import { paymentProviders } from '#domain/payment/payment-event.ts';
import type { Database, Queryable } from '#server/db/database.ts';

/** The most accounts that a prefix of a name finds; a longer prefix finds the others. */
const accountsMax = 200;

/** Finds the payments that one of our ids names: an intent, its donation, a ledger transaction, or all payments of a plan. */
export async function findIntentsById(db: Queryable, id: string): Promise<string[]> {
  if (id.startsWith('ltx_')) {
    const rows = await db.selectFrom('ledger_transactions').select('intent_id').where('id', '=', id).execute();
    return rows.flatMap(({ intent_id: intentId }) => intentId ?? []);
  }
  const intents = db.selectFrom('donation_intents').select('id');
  const column = id.startsWith('don_') ? 'donation_id' : id.startsWith('pln_') ? 'plan_id' : 'id';
  return idsOf(await intents.where(column, '=', id).execute());
}

/** Finds the payments that a provider's id names: a session, order, invoice, payment, refund, dispute or subscription. */
export async function findIntentsByProviderId(db: Queryable, id: string): Promise<string[]> {
  const intents = db.selectFrom('donation_intents').select('donation_intents.id');
  const reversals = await db
    .selectFrom('reversals')
    .select('intent_id')
    .where('provider', 'in', paymentProviders)
    .where('reversal_id', '=', id)
    .execute();
  const found = [
    idsOf(await intents.where('provider_session_id', '=', id).execute()),
    idsOf(await intents.where('provider', 'in', paymentProviders).where('provider_payment_id', '=', id).execute()),
    reversals.flatMap(({ intent_id: intentId }) => intentId ?? []),
    idsOf(
      await intents
        .innerJoin('plans', 'plans.id', 'donation_intents.plan_id')
        .where('plans.subscription_id', '=', id)
        .execute(),
    ),
  ];
  return [...new Set(found.flat())];
}

const idsOf = (rows: readonly { readonly id: string }[]): string[] => rows.map(({ id }) => id);

export async function findAccountsByEmail(db: Queryable, emailKey: string): Promise<string[]> {
  return idsOf(await db.selectFrom('users').select('id').where('email_key', '=', emailKey).execute());
}

/**
 * Finds the accounts whose username, first, last or full name starts with the typed text. SQLite converts only English letters
 * to lower case, so the text is searched for in lower case and capitalized.
 */
export async function findAccountsByName({ read: db, engine }: Database, typed: string): Promise<string[]> {
  const collation = engine === 'postgres' ? sql` collate "C"` : sql``;
  const startsWith = (column: string, prefix: string) => {
    const key = sql`lower(${sql.ref(column)})${collation}`;
    return sql`${key} >= ${prefix} and ${key} < ${prefix + lastCharacter}`;
  };
  const [firstWord = '', ...otherWords] = typed.split(/\s+/);
  const conditions = spellingsOf(typed).flatMap((name) => [
    startsWith('username', name),
    startsWith('first_name', name),
    startsWith('last_name', name),
  ]);
  const fullNameConditions = spellingsOf(firstWord).flatMap((first) =>
    spellingsOf(otherWords.join(' ')).map(
      (last) => sql`lower(first_name)${collation} = ${first} and ${startsWith('last_name', last)}`,
    ),
  );
  const selections = [...conditions, ...(otherWords.length > 0 ? fullNameConditions : [])].map(
    (condition) => sql`select * from (select id from users where ${condition} limit ${sql.lit(accountsMax)}) found`,
  );
  const { rows } = await sql<{
    id: string;
  }>`${sql.join(selections, sql` union `)} limit ${sql.lit(accountsMax)}`.execute(db);
  return idsOf(rows);
}

const lastCharacter = '\u{10ffff}';

function spellingsOf(name: string): string[] {
  const lower = name.toLowerCase();
  const capital = name.charAt(0).toUpperCase() + lower.slice(1);
  return [...new Set([lower, lowerAsSqlite(capital)])];
}

const lowerAsSqlite = (text: string): string => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
