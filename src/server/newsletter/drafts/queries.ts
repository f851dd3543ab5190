import type { NewslettersResponse } from '#contract/admin/newsletters.ts';
import type { Queryable } from '#server/db/database.ts';
import type { NewsletterRow, NewsletterSettingsRow } from '#server/db/tables.ts';

export const findNewsletter = (db: Queryable, id: string): Promise<NewsletterRow | undefined> =>
  db.selectFrom('newsletters').selectAll().where('id', '=', id).executeTakeFirst();

/** The postal address; undefined until someone has entered one. */
export const findSettings = (db: Queryable): Promise<NewsletterSettingsRow | undefined> =>
  db.selectFrom('newsletter_settings').selectAll().where('id', '=', 'only').executeTakeFirst();

/** The newest newsletters, and what sending one needs. */
export async function readNewsletters(db: Queryable): Promise<NewslettersResponse> {
  const rows = await db
    .selectFrom('newsletters')
    .select(['id', 'subject', 'status', 'updated_at', 'updated_by', 'started_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(newslettersMax)
    .execute();
  const settings = await findSettings(db);
  return {
    newsletters: rows.map(({ id, subject, status, ...row }) => ({
      id,
      subject,
      status,
      updatedAt: row.updated_at,
      updatedBy: row.updated_by,
      startedAt: row.started_at,
    })),
    subscribers: await countSubscribers(db),
    postalAddress: settings?.postal_address ?? '',
    addressVersion: settings?.version ?? 0,
  };
}

const newslettersMax = 200;

/** Counts the subscribers who have confirmed their address and have not left. */
export async function countSubscribers(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('newsletter_subscribers')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('status', '=', 'confirmed')
    .executeTakeFirstOrThrow();
  return count;
}
