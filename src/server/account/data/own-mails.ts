import { sql } from 'kysely';
import type { Queryable } from '#server/db/database.ts';
import type { DonationRow, OutboxRow } from '#server/db/tables.ts';
import { donationPage } from './own-donations.ts';
import { inPages, type InTurn } from '#server/http/files/downloads.ts';

/** An email in the donor's download: without its content, which may contain a working link. */
export type OwnMail = Pick<OutboxRow, 'id' | 'kind' | 'status' | 'created_at'>;

/**
 * The emails to a donor, newest first: receipts of donations made while signed in, links, and emails about one of `ids` (the
 * account, its plans, a newsletter subscription). A receipt that was written long after its donation comes where the donation
 * does, because pages of donations lead to the receipts.
 */
export async function* ownMails(
  db: Queryable,
  donorId: string,
  ids: readonly string[],
  inTurn: InTurn,
): AsyncGenerator<OwnMail[]> {
  let others = await inTurn(() => findOtherMails(db, donorId, ids));
  for await (const donations of donationsWithReceipts(db, donorId, inTurn)) {
    const oldest = donations.at(-1)?.donated_at ?? '';
    const newer = others.filter((mail) => mail.created_at >= oldest);
    others = others.filter((mail) => mail.created_at < oldest);
    yield [...donations.flatMap(receiptOf), ...newer].toSorted(byNewest);
  }
  yield others;
}

type DonationWithReceipt = Pick<DonationRow, 'id' | 'donated_at'> & {
  readonly [Column in 'mail_id' | 'kind' | 'status' | 'created_at']:
    | OutboxRow[Column extends 'mail_id' ? 'id' : Column]
    | null;
};

/** The receipt of a donation claimed later went to the address typed when paying, so it is left out. */
const donationsWithReceipts = (db: Queryable, donorId: string, inTurn: InTurn): AsyncGenerator<DonationWithReceipt[]> =>
  inPages<DonationWithReceipt>(inTurn, (last, pageSize) =>
    db
      .selectFrom(donationPage(db, donorId, last, pageSize))
      .leftJoin('donation_intents', (join) =>
        join.onRef('donation_intents.id', '=', 'donation.intent_id').on('donation_intents.donor_id', '=', donorId),
      )
      .leftJoin('outbox', (join) =>
        join
          .on('outbox.dedupe_key', '=', sql<string>`'receipt:' || donation.id`)
          .on('donation_intents.id', 'is not', null),
      )
      .select(['donation.id', 'donation.donated_at'])
      .select(['outbox.id as mail_id', 'outbox.kind', 'outbox.status', 'outbox.created_at'])
      .orderBy('donation.donated_at', 'desc')
      .orderBy('donation.id', 'desc')
      .execute(),
  );

const receiptOf = ({ mail_id: id, kind, status, created_at: createdAt }: DonationWithReceipt): OwnMail[] =>
  id === null || kind === null || status === null || createdAt === null
    ? []
    : [{ id, kind, status, created_at: createdAt }];

/** Emails other than receipts, newest first. The limits on emails keep them few. A single query would read all jobs. */
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
