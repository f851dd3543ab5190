import type { StatedPayout } from '#contract/payout-confirmation.ts';
import { toDecimal } from '#domain/money/money.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { enqueue } from '#server/outbox/enqueue.ts';
import { recordAction } from '#server/staff/index.ts';
import { amountOf } from '../batches/read-batches.ts';
import { payoutLock } from '../payout-lock.ts';
import { findPayout, type PayoutWithBatch } from '../statement/payout-entries.ts';
import { findStatementLink } from './statement-links.ts';

export type ConfirmedPayout =
  | { readonly code: 'confirmed'; readonly payout: StatedPayout }
  | { readonly code: 'not_found' | 'payout_returned' };

/**
 * Records a charity's confirmation that a payout has arrived. Confirming again changes nothing, and a confirmation cannot be
 * withdrawn. If the bank returns the transfer later, the payout no longer counts as received.
 */
export function confirmPayout(deps: Deps, token: string): Promise<ConfirmedPayout> {
  return inTransaction(deps.db, (tx) =>
    withLock(tx, [payoutLock], async () => {
      const link = await findStatementLink(tx, token);
      const payout = link && (await findPayout(tx, link.payout_id));
      if (!payout) return { code: 'not_found' };
      if (payout.returned_on !== null) return { code: 'payout_returned' };
      if ((await findConfirmation(tx, payout.id)) === null) await insertConfirmation(deps, tx, payout, link.made_by);
      return { code: 'confirmed', payout: toStated(payout, await findConfirmation(tx, payout.id)) };
    }),
  );
}

async function insertConfirmation(
  deps: Deps,
  tx: Tx,
  { id }: PayoutWithBatch,
  linkMadeBy: string | null,
): Promise<void> {
  await tx
    .insertInto('payout_confirmations')
    .values({ payout_id: id, confirmed_at: deps.clock.now().toISOString() })
    .execute();
  await recordAction(deps, tx, {
    actor: 'system',
    action: 'payout_confirmed',
    subject: { kind: 'payout', id },
    after: { linkMadeBy },
  });
  await enqueue(deps, tx, { kind: 'announce_arrival', dedupeKey: `announce_arrival:${id}`, payload: { payoutId: id } });
}

/** Finds the payout of a link. Returns undefined for an unknown token. */
export async function findStatedPayout(db: Queryable, token: string): Promise<StatedPayout | undefined> {
  const link = await findStatementLink(db, token);
  const payout = link && (await findPayout(db, link.payout_id));
  return payout && toStated(payout, await findConfirmation(db, payout.id));
}

/** Finds when the charity confirmed a payout. Returns null if it has not. */
export async function findConfirmation(db: Queryable, payoutId: string): Promise<string | null> {
  const found = await db
    .selectFrom('payout_confirmations')
    .select('confirmed_at')
    .where('payout_id', '=', payoutId)
    .executeTakeFirst();
  return found?.confirmed_at ?? null;
}

const toStated = (payout: PayoutWithBatch, confirmedAt: string | null): StatedPayout => ({
  charityName: payout.charity_name,
  amount: toDecimal(amountOf(payout)),
  currency: payout.currency,
  donations: payout.donations,
  paidOn: payout.paid_on ?? '', // a statement of an unpaid payout has no link
  reference: payout.reference ?? '',
  confirmedAt,
  returnedOn: payout.returned_on,
});
