import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** An index of accounts by age, and the address of each contact message in the form in which addresses are compared. */
export const donorSearch: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('users_by_time').on('users').columns(['created_at', 'id']).execute();
    await db.schema.alterTable('contact_messages').addColumn('email_key', 'text').execute();
    await db.schema
      .createIndex('contact_messages_by_email')
      .on('contact_messages')
      .columns(['email_key', 'sent_at'])
      .execute();
    await fillEmailKeys(db);
  },
};

async function fillEmailKeys(db: Kysely<unknown>): Promise<void> {
  for (let after: string | undefined = ''; after !== undefined;) {
    const { rows }: { rows: { id: string; content: string }[] } = await sql<{ id: string; content: string }>`
      select id, content from contact_messages where id > ${after} order by id limit ${sql.lit(rowsAtOnce)}`.execute(
      db,
    );
    for (const { id, content } of rows)
      await sql`update contact_messages set email_key = ${emailKeyOf(content)} where id = ${id}`.execute(db);
    after = rows.at(-1)?.id;
  }
}

const rowsAtOnce = 500;

function emailKeyOf(content: string): string | null {
  const parsed: unknown = JSON.parse(content);
  const email = typeof parsed === 'object' && parsed !== null && 'email' in parsed ? parsed.email : undefined;
  return typeof email === 'string' ? comparedForm(email) : null;
}

/** Returns an address in the form in which addresses were compared when this migration was written. */
const comparedForm = (email: string): string =>
  email.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
