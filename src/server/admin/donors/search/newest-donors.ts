import type { ListedDonor } from '#contract/admin/donors/search.ts';
import type { Queryable } from '#server/db/database.ts';
import { byNewest, isAfter, type ListPosition } from '#server/db/list-page.ts';
import { selectAccounts, toListedAccount, toListedGuest, type FoundDonors } from './listed-donors.ts';

/** How many payments of guests a page looks through, because it skips those of returning guests. */
export const paymentsMax = 500;

/** Reads one page of all donors, newest first. The number of rows read is bounded. */
export async function newestDonors(db: Queryable, after: ListPosition, pageSize: number): Promise<FoundDonors> {
  const accounts = await findNewestAccounts(db, after, pageSize + 1);
  const payments = await findPayments(db, after);
  const guests = payments.filter(({ is_first: isFirst }) => isFirst === 1).map(toListedGuest);
  const oldest = payments.length === paymentsMax ? payments.at(-1) : undefined;
  const end = oldest && { at: oldest.paidAt, id: oldest.id }; // older guests are not known yet
  const found = [...accounts, ...guests].filter((donor) => !end || !isAfter(donor, end)).toSorted(byNewest);
  const donors = found.slice(0, pageSize);
  return { donors, next: found.length > pageSize ? donors.at(-1) : end };
}

const findNewestAccounts = async (db: Queryable, { at, id }: ListPosition, count: number): Promise<ListedDonor[]> => {
  const rows = await selectAccounts(db)
    .where('created_at', '<=', at)
    .where((e) => e(e.refTuple('created_at', 'id'), '<', e.tuple(at, id)))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute();
  return rows.map(toListedAccount);
};

/** Finds the newest payments of guests, and whether each is the first with its address. */
const findPayments = (db: Queryable, { at, id }: ListPosition) =>
  db
    .selectFrom('payer_emails')
    .select(['intent_id as id', 'paid_at as paidAt'])
    .select((e) => e.fn.coalesce('email', e.val('')).as('email')) // never null, because `email_key` is not
    .select((e) =>
      e
        .case()
        .when(
          e.exists(
            e
              .selectFrom('payer_emails as earlier')
              .select('earlier.intent_id')
              .whereRef('earlier.email_key', '=', 'payer_emails.email_key')
              .where((inner) =>
                inner(
                  inner.refTuple('earlier.paid_at', 'earlier.intent_id'),
                  '<',
                  inner.refTuple('payer_emails.paid_at', 'payer_emails.intent_id'),
                ),
              ),
          ),
        )
        .then(0)
        .else(1)
        .end()
        .as('is_first'),
    )
    .where('email_key', 'is not', null)
    .where('paid_at', '<=', at)
    .where((e) => e(e.refTuple('paid_at', 'intent_id'), '<', e.tuple(at, id)))
    .orderBy('paid_at', 'desc')
    .orderBy('intent_id', 'desc')
    .limit(paymentsMax)
    .execute();
