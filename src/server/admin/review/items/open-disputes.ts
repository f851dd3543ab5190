import { sql } from 'kysely';
import type { ReviewItemKey, ProviderItemKey } from '#domain/review/review-item.ts';
import type { Queryable } from '#server/db/database.ts';
import type { DisputeDeadlineRow, ReversalRow } from '#server/db/tables.ts';
import { compareTexts } from './compare-texts.ts';

/** A dispute, open or not, with its deadline and its donation. */
export type ListedDispute = ReversalRow &
  Pick<DisputeDeadlineRow, 'evidence_due_at'> & { readonly donation_id: string | null };

export const disputeKey = (dispute: Pick<ReversalRow, 'provider' | 'reversal_id'>) =>
  ({ kind: 'dispute', provider: dispute.provider, id: dispute.reversal_id }) as const satisfies ReviewItemKey;

/**
 * Finds the disputes that took money or wait for our evidence, earliest deadline first and those without one last. Leaves out
 * inquiries that ask nothing of us. Reads only the newest `disputesMax`.
 */
export async function findOpenDisputes(db: Queryable): Promise<ListedDispute[]> {
  const found = await disputes(db)
    .where(sql<boolean>`reversals.kind = 'dispute' and reversals.status in ('noted', 'taken')`)
    .where('reversals.occurred_at', '>', '') // always true; lets SQLite search `reversals_undecided` instead of scanning it
    .orderBy('reversals.occurred_at', 'desc')
    .limit(disputesMax)
    .execute();
  const urgency = ({ evidence_due_at: dueAt }: ListedDispute): string => dueAt ?? 'z'; // after every instant
  return found.filter(isOpen).toSorted((one, other) => compareTexts(urgency(one), urgency(other)));
}

/** Finds a dispute, open or not. */
export const findDispute = (db: Queryable, { provider, id }: ProviderItemKey): Promise<ListedDispute | undefined> =>
  disputes(db)
    .where('reversals.provider', '=', provider)
    .where('reversals.reversal_id', '=', id)
    .where('reversals.kind', '=', 'dispute')
    .executeTakeFirst();

export const isOpen = ({ status, evidence_due_at: dueAt }: ListedDispute): boolean =>
  status === 'taken' || (status === 'noted' && dueAt !== null);

const disputesMax = 500;

const disputes = (db: Queryable) =>
  db
    .selectFrom('reversals')
    .leftJoin('dispute_deadlines', (join) =>
      join
        .onRef('dispute_deadlines.provider', '=', 'reversals.provider')
        .onRef('dispute_deadlines.reversal_id', '=', 'reversals.reversal_id'),
    )
    .leftJoin('donation_intents', 'donation_intents.id', 'reversals.intent_id')
    .selectAll('reversals')
    .select(['dispute_deadlines.evidence_due_at', 'donation_intents.donation_id']);
