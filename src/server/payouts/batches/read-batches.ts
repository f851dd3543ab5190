import { sql } from 'kysely';
import type { BatchResponse, ListedBatch, PayoutResponse } from '#contract/admin/money/payouts.ts';
import type { PayoutReturn } from '#contract/admin/money/payout-returns.ts';
import { add, money, toDecimal, type Money } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import { writeCursor, type ListPosition } from '#server/db/list-page.ts';
import type { PayoutBatchRow, PayoutRow } from '#server/db/tables.ts';
import { findWaitingApprovals } from '#server/staff/index.ts';
import { mayWaiveSecondPerson } from '../may-waive.ts';
import { readUsernames } from '../names.ts';

const pageSize = 50;

/** Reads a page of batches, newest first. */
export async function listBatches(
  db: Queryable,
  after: ListPosition,
): Promise<{ readonly rows: ListedBatch[]; readonly nextCursor: string | undefined }> {
  const found = await db
    .selectFrom('payout_batches')
    .selectAll()
    .where((e) =>
      e.or([e('created_at', '<', after.at), e.and([e('created_at', '=', after.at), e('id', '<', after.id)])]),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize + 1)
    .execute();
  const batches = found.slice(0, pageSize);
  const last = batches.at(-1);
  return {
    rows: await toListedAll(db, batches),
    nextCursor: last && found.length > pageSize ? writeCursor({ at: last.created_at, id: last.id }) : undefined,
  };
}

/** Lists the batches that wait to be paid, oldest first, each with its creator's id. */
export async function listOpenBatches(db: Queryable): Promise<(ListedBatch & { readonly createdById: string })[]> {
  const batches = await db
    .selectFrom('payout_batches')
    .selectAll()
    .where('status', '=', 'open')
    .orderBy('created_at')
    .orderBy('id')
    .limit(openMax)
    .execute();
  const listed = await toListedAll(db, batches);
  return batches.flatMap((batch, index) => {
    const found = listed[index];
    return found ? [{ ...found, createdById: batch.created_by }] : [];
  });
}

const openMax = 200;

/** Reads the payouts and creators of batches. Returns what the list shows, in the same order. */
async function toListedAll(db: Queryable, batches: readonly PayoutBatchRow[]): Promise<ListedBatch[]> {
  const payouts = await findPayoutsOf(db, batches);
  const names = await readUsernames(
    db,
    batches.map((batch) => batch.created_by),
  );
  return batches.map((batch) => {
    const own = payouts.filter((one) => one.batch_id === batch.id);
    return toListed(batch, own, names);
  });
}

/** Reads a batch with its payouts. Returns undefined for an unknown id. */
export async function readBatch(db: Queryable, batchId: string, userId: string): Promise<BatchResponse | undefined> {
  const batch = await db.selectFrom('payout_batches').selectAll().where('id', '=', batchId).executeTakeFirst();
  if (!batch) return undefined;
  const payouts = await findPayoutsOf(db, [batch]);
  const names = await readUsernames(db, [batch.created_by, batch.decided_by]);
  const isOwn = batch.created_by === userId;
  return {
    ...toListed(batch, payouts, names),
    reason: batch.reason,
    isOwn,
    mayWaive: isOwn && (await mayWaiveSecondPerson(db, userId)),
    decidedBy: batch.decided_by === null ? null : (names.get(batch.decided_by) ?? ''),
    decidedAt: batch.decided_at,
    paidOn: batch.paid_on,
    reference: batch.reference,
    items: await readItems(db, payouts),
  };
}

async function readItems(db: Queryable, payouts: readonly FoundPayout[]): Promise<PayoutResponse[]> {
  const returns = await findWaitingApprovals(db, 'payout_return');
  const waiting = new Set(returns.map(({ subject_id: payoutId }) => payoutId));
  const items: PayoutResponse[] = [];
  for (const payout of payouts) {
    const { id, charity_id: charityId, currency, donations } = payout;
    const account = await db
      .selectFrom('bank_accounts')
      .select('last_four')
      .where('id', '=', payout.bank_account_id)
      .executeTakeFirstOrThrow();
    items.push({
      id,
      charityId,
      charityName: payout.charity_name,
      currency,
      received: toDecimal(money(payout.received_minor, currency)),
      refunded: toDecimal(money(payout.refunded_minor, currency)),
      amount: toDecimal(amountOf(payout)),
      donations,
      lastFour: account.last_four,
      reversedSince: toDecimal(await sumReversedSince(db, payout)),
      confirmedAt: payout.confirmed_at,
      returned: returnOf(payout),
      isReturnWaiting: waiting.has(id),
    });
  }
  return items;
}

/**
 * Sums the reversals of a payout's donations since its creation that no payout covers yet. Donations that were settled after the
 * payout's last entry was posted cannot be in it, so they are not read: most uncovered entries are younger.
 */
async function sumReversedSince(db: Queryable, { id, charity_id: charityId, currency }: PayoutRow): Promise<Money> {
  const { minor } = await db
    .selectFrom('payable_entries as reversal')
    .innerJoin('payable_entries as donation', 'donation.intent_id', 'reversal.intent_id')
    .select(sql<number>`cast(coalesce(sum(-reversal.amount_minor), 0) as bigint)`.as('minor'))
    .where('reversal.charity_id', '=', charityId)
    .where('reversal.currency', '=', currency)
    .where('reversal.payout_id', 'is', null)
    .where('reversal.is_reversal', '=', 1)
    .where('donation.is_reversal', '=', 0)
    .where('donation.payout_id', '=', id)
    .where('reversal.settled_at', '<=', (e) =>
      e
        .selectFrom('payable_entries')
        .select('posted_at')
        .where('payout_id', '=', id)
        .orderBy('posted_at', 'desc')
        .limit(1),
    )
    .executeTakeFirstOrThrow();
  return money(minor, currency);
}

/** A payout with its charity's name on that day, its return, if any, and the time of the charity's confirmation. */
type FoundPayout = PayoutRow & {
  readonly charity_name: string;
  readonly returned_on: string | null;
  readonly bank_reason: string | null;
  readonly return_reference: string | null;
  readonly confirmed_at: string | null;
};

/** Returns when and why the bank returned a payout; null if it did not. */
export const returnOf = (
  payout: Pick<FoundPayout, 'returned_on' | 'bank_reason' | 'return_reference'>,
): PayoutReturn | null =>
  payout.returned_on === null
    ? null
    : {
        returnedOn: payout.returned_on,
        bankReason: payout.bank_reason ?? '',
        reference: payout.return_reference ?? '',
      };

async function findPayoutsOf(db: Queryable, batches: readonly PayoutBatchRow[]): Promise<FoundPayout[]> {
  if (batches.length === 0) return [];
  return db
    .selectFrom('payouts')
    .innerJoin('charities', 'charities.id', 'payouts.charity_id')
    .leftJoin('payout_returns as returned', 'returned.payout_id', 'payouts.id')
    .selectAll('payouts')
    .select(frozenCharityName('payouts').as('charity_name'))
    .leftJoin('payout_confirmations as confirmed', 'confirmed.payout_id', 'payouts.id')
    .select(['returned.returned_on', 'returned.bank_reason', 'returned.reference as return_reference'])
    .select('confirmed.confirmed_at')
    .where(
      'batch_id',
      'in',
      batches.map(({ id }) => id),
    )
    .orderBy('charity_id')
    .orderBy('currency')
    .execute();
}

export const amountOf = (payout: Pick<PayoutRow, 'received_minor' | 'refunded_minor' | 'currency'>): Money =>
  money(payout.received_minor - payout.refunded_minor, payout.currency);

function toListed(
  batch: PayoutBatchRow,
  payouts: readonly FoundPayout[],
  names: ReadonlyMap<string, string>,
): ListedBatch {
  const sums = new Map<string, Money>();
  for (const payout of payouts) {
    const sum = sums.get(payout.currency);
    sums.set(payout.currency, sum ? add(sum, amountOf(payout)) : amountOf(payout));
  }
  return {
    id: batch.id,
    day: batch.day,
    status: batch.status,
    createdAt: batch.created_at,
    createdBy: names.get(batch.created_by) ?? '',
    payouts: payouts.length,
    returned: payouts.filter((payout) => payout.returned_on !== null).length,
    sums: [...sums.values()].map((sum) => ({ amount: toDecimal(sum), currency: sum.currency })),
  };
}
