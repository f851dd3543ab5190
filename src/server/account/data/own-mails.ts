import { sql } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { DonationRow, OutboxRow } from '#server/db/tables.ts';
import { donationPage } from './own-donations.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';

/** An email in the donor's download, without its content, which can contain a working link. */
export type OwnMail = Pick<OutboxRow, 'id' | 'kind' | 'status' | 'created_at'>;

/**
 * The emails to a donor, newest first: receipts of donations made while signed in, emails about refunds and disputes, links, and
 * emails about one of `ids` (the account, its plans, a newsletter subscription). An email about a donation is listed at the date
 * of the donation, even if it was written long after, because it is read together with a page of donations.
 */
export async function* ownMails(
  db: Queryable,
  donorId: string,
  ids: readonly string[],
  runExclusive: RunExclusive,
): AsyncGenerator<OwnMail[]> {
  let others = await runExclusive(() => findOtherMails(db, donorId, ids));
  const pages = inPages<Pick<DonationRow, 'id' | 'donated_at'>>(runExclusive, (last, pageSize) =>
    db
      .selectFrom(donationPage(db, donorId, last, pageSize))
      .select(['donation.id', 'donation.donated_at'])
      .orderBy('donation.donated_at', 'desc')
      .orderBy('donation.id', 'desc')
      .execute(),
  );
  for await (const donations of pages) {
    const about = await runExclusive(() => findMailsAbout(db, donorId, donations));
    const oldest = donations.at(-1)?.donated_at ?? '';
    const newer = others.filter((mail) => mail.created_at >= oldest);
    others = others.filter((mail) => mail.created_at < oldest);
    yield [...about, ...newer].toSorted(byNewest);
  }
  yield others;
}

/**
 * The receipts of these donations, and the emails about their refunds and disputes. The receipts of a donation claimed later are
 * left out, because they went to the address typed when paying; the other emails went to its owner.
 */
const findMailsAbout = (db: Queryable, donorId: string, donations: readonly Pick<DonationRow, 'id'>[]) =>
  db
    .selectFrom('outbox')
    .innerJoin('donations', 'donations.id', 'outbox.about')
    .innerJoin('donation_intents', 'donation_intents.id', 'donations.intent_id')
    .select(['outbox.id', 'outbox.kind', 'outbox.status', 'outbox.created_at'])
    .where(
      'outbox.about',
      'in',
      donations.map(({ id }) => id),
    )
    .where((e) =>
      e.or([
        e('outbox.kind', '=', 'reversal'),
        e.and([e('outbox.kind', '=', 'receipt'), e('donation_intents.donor_id', '=', donorId)]),
      ]),
    )
    .execute();

/**
 * Emails that are not about one donation, newest first. The limits on emails keep them few. In a union, each part uses its
 * index; a query with both conditions would read the whole outbox.
 */
async function findOtherMails(db: Queryable, donorId: string, ids: readonly string[]): Promise<OwnMail[]> {
  const mails = db.selectFrom('outbox').select(['id', 'kind', 'status', 'created_at']);
  const found = await mails
    .where('about', 'in', ids)
    .unionAll(mails.where('dedupe_key', 'in', linkKeys(db, donorId)))
    .execute();
  return found.toSorted(byNewest);
}

const byNewest = (one: OwnMail, other: OwnMail): number => (keyOf(one) < keyOf(other) ? 1 : -1);

const keyOf = ({ created_at: createdAt, id }: OwnMail): string => `${createdAt} ${id}`;

/** Outbox keys of the emails with a donor's links. */
export const linkKeys = (db: Queryable, donorId: string) =>
  db
    .selectFrom('mail_links')
    .select(sql<string>`purpose || ':' || token_hash`.as('dedupe_key'))
    .where('user_id', '=', donorId);
