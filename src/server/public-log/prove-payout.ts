import { sql } from 'kysely';
import { toHex } from '#domain/public-log/bytes.ts';
import { payoutProofFormat, type PayoutProof } from '#domain/public-log/payout-proof.ts';
import { inclusionRanges } from '#domain/public-log/subtrees.ts';
import { groupDonationsMin } from '#domain/transparency/groups.ts';
import type { Queryable } from '#server/db/database.ts';
import type { ReadCoverTree } from './cover-tree.ts';
import { proveInclusion } from './prove-donation.ts';

/**
 * Creates the proof that a payout names a donation in the public log. Returns undefined if the donation has not been paid out or
 * its donor was erased, or if the payout is not in the log yet, was returned by the bank, or covers too few donations.
 */
export async function provePayout(
  { db, readCoverTree }: ProofSources,
  donationId: string,
): Promise<PayoutProof | undefined> {
  const paid = await findPaid(db, donationId);
  if (!paid || paid.salt === null || paid.entry === null) return undefined;
  if (!(await mayProvePayout(db, paid.payout_id))) return undefined;
  const payout = await proveInclusion(db, { id: paid.payout_transaction });
  if (payout?.evidence.kind !== 'inclusion') return undefined;
  const tree = await readCoverTree(db, paid.payout_id);
  const leafIndex = tree.indexOf(paid.commitment);
  if (leafIndex === -1) throw new TypeError(`${paid.payout_id} does not name ${donationId}`);
  return {
    format: payoutProofFormat,
    donation: { entry: paid.entry, salt: toHex(paid.salt) },
    covered: {
      leafIndex,
      hashes: inclusionRanges(leafIndex, tree.leaves).map((range) => toHex(tree.hashOf(range))),
    },
    payout: { entry: payout.entry, salt: payout.salt, publicKey: payout.publicKey, evidence: payout.evidence },
  };
}

/**
 * Returns true if a payout covers at least five donations whose reversals it does not cover. A proof reveals the amount of the
 * payout: with fewer donations, a donor could work out what another one gave.
 */
export async function mayProvePayout(db: Queryable, payoutId: string): Promise<boolean> {
  const unreversed = await db
    .selectFrom('payable_entries as entry')
    .select('entry.intent_id')
    .where('payout_id', '=', payoutId)
    .where('is_reversal', '=', 0)
    .where((e) =>
      e.not(
        e.exists(
          e
            .selectFrom('payable_entries as reversal')
            .select('reversal.intent_id')
            .whereRef('reversal.intent_id', '=', 'entry.intent_id')
            .whereRef('reversal.payout_id', '=', 'entry.payout_id')
            .where('reversal.is_reversal', '=', 1),
        ),
      ),
    )
    .limit(groupDonationsMin)
    .execute();
  return unreversed.length === groupDonationsMin;
}

interface ProofSources {
  readonly db: Queryable;
  readonly readCoverTree: ReadCoverTree;
}

/** Finds the commitment to a donation, and the paid payout that covers it. */
const findPaid = (db: Queryable, donationId: string) =>
  db
    .selectFrom('donations')
    .innerJoin('payable_entries as entry', 'entry.intent_id', 'donations.intent_id')
    .innerJoin('log_commitments', 'log_commitments.transaction_id', 'entry.transaction_id')
    .innerJoin('ledger_transactions as payment', (join) =>
      join.on(sql<boolean>`payment.cause = 'payout:' || entry.payout_id`),
    )
    .select(['commitment', 'salt', 'log_commitments.entry', 'payment.id as payout_transaction'])
    .select(sql<string>`entry.payout_id`.as('payout_id'))
    .where('donations.id', '=', donationId)
    .where('entry.is_reversal', '=', 0)
    .executeTakeFirst();
