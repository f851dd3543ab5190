import type { NewsletterFigures } from '#contract/admin/newsletters.ts';
import type { Queryable } from '#server/db/database.ts';

/** Counts a newsletter's emails by status, and the subscribers who unsubscribed after it. */
export async function readFigures(db: Queryable, newsletterId: string): Promise<NewsletterFigures> {
  const rows = await db
    .selectFrom('newsletter_recipients')
    .select([
      'status',
      (e) => e.fn.countAll<number>().as('count'),
      (e) => e.fn.count<number>('unsubscribed_at').as('left'),
    ])
    .where('newsletter_id', '=', newsletterId)
    .groupBy('status')
    .execute();
  const figures = { waiting: 0, sent: 0, bounced: 0, skipped: 0, failed: 0, unsubscribed: 0 };
  for (const { status, count, left } of rows) {
    figures[status] += count;
    figures.unsubscribed += left;
  }
  return figures;
}
