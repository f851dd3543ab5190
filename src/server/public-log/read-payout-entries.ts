import { setImmediate as letOthersRun } from 'node:timers/promises';
import { money } from '#domain/money/money.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { toHex } from '#domain/public-log/bytes.ts';
import type { PayoutEntry, PayoutReturnEntry } from '#domain/public-log/log-entry.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import { createCoverTree, type CoverTree } from './cover-tree.ts';

/** A ledger transaction that posted a payout or its return. */
export interface PayoutTransaction {
  readonly id: string;
  readonly kind: 'payout' | 'payout_return';
  readonly payoutId: string;
}

/** Reads the entry of a payout or its return. The transactions that the payout covers must have commitments already. */
export async function readPayoutEntry(
  tx: Tx,
  { kind, payoutId }: PayoutTransaction,
): Promise<PayoutEntry | PayoutReturnEntry> {
  const payout = await findPayout(tx, payoutId);
  const common = {
    payout: payout.id,
    charity: payout.charity_id,
    charityName: payout.charity_name,
    currency: payout.currency,
    amount: toDecimalText(money(payout.received_minor - payout.refunded_minor, payout.currency)),
  };
  if (kind === 'payout_return') return { kind, ...common, returnedOn: known(payout.returned_on) };
  return {
    kind,
    ...common,
    batch: payout.batch_id,
    paidOn: known(payout.paid_on),
    reference: known(payout.reference),
    covers: await readCovered(tx, payout.id),
  };
}

const findPayout = (db: Queryable, payoutId: string) =>
  db
    .selectFrom('payouts')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .innerJoin('charities', 'charities.id', 'payouts.charity_id')
    .leftJoin('payout_returns as returned', 'returned.payout_id', 'payouts.id')
    .selectAll('payouts')
    .select(['batch.paid_on', 'batch.reference', 'returned.returned_on'])
    .select(frozenCharityName('payouts').as('charity_name'))
    .where('payouts.id', '=', payoutId)
    .executeTakeFirstOrThrow();

function known(value: string | null): string {
  if (value === null) throw new TypeError('a paid batch has a day and a reference, and a return its day');
  return value;
}

/** Selects the ledger transactions that a payout covered when it was paid, even if it was returned later. */
export const coveredTransactions = (db: Queryable, payoutId: string) =>
  db
    .selectFrom('payable_entries')
    .select('transaction_id')
    .where('payout_id', '=', payoutId)
    .union(db.selectFrom('returned_entries').select('transaction_id').where('payout_id', '=', payoutId));

async function readCovered(tx: Tx, payoutId: string): Promise<PayoutEntry['covers']> {
  const { leaves, rootHash } = await readCoverTree(tx, payoutId);
  return { leaves, rootHash: toHex(rootHash) };
}

/**
 * Reads the tree of what a payout covers. One SQL statement reads all of the payout's transactions, so a return of the payout at
 * the same time cannot hide some of them. Other requests are served while the commitments are read.
 */
export async function readCoverTree(db: Queryable, payoutId: string): Promise<CoverTree> {
  const covered = await coveredTransactions(db, payoutId).execute();
  const ids = covered.map((row) => row.transaction_id);
  const commitments: Uint8Array[] = [];
  for (let from = 0; from < ids.length; from += readPerTurn) {
    for (const { commitment } of await findCommitments(db, ids.slice(from, from + readPerTurn)))
      commitments.push(commitment);
    await letOthersRun();
  }
  return createCoverTree(commitments);
}

const readPerTurn = 500;

const findCommitments = (db: Queryable, ids: readonly string[]) =>
  db.selectFrom('log_commitments').select('commitment').where('transaction_id', 'in', ids).execute();
