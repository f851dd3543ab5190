import { sql } from 'kysely';
import type { TimelineEntry } from '#contract/admin/donations/detail.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';

/** The ledger transactions of a payment, each with its entries. */
export async function findPostings(db: Queryable, intentId: string): Promise<TimelineEntry[]> {
  const lines = await db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'ledger_entries.transaction_id', 'ledger_transactions.id')
    .select(['ledger_transactions.id', 'cause', 'posted_at', 'account', 'amount_minor', 'currency'])
    .where('intent_id', '=', intentId)
    .orderBy('posted_at')
    .orderBy('ledger_transactions.occurred_at')
    .orderBy('ledger_transactions.id')
    .orderBy('line')
    .execute();
  return [...Map.groupBy(lines, ({ id }) => id)].flatMap(([id, entries]) => {
    const [first] = entries;
    if (!first) return [];
    return {
      kind: 'posted' as const,
      id,
      at: first.posted_at,
      cause: first.cause,
      entries: entries.map(({ account, amount_minor: minor, currency }) => ({
        account,
        amount: toDecimal(money(minor, currency)),
        currency,
      })),
    };
  });
}

/** What the provider reported about the refunds and disputes of a payment. */
export async function findReversalEvents(db: Queryable, intentId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('reversals')
    .innerJoin('reversal_events', (join) =>
      join
        .onRef('reversal_events.provider', '=', 'reversals.provider')
        .onRef('reversal_events.reversal_id', '=', 'reversals.reversal_id'),
    )
    .select(['event_id', 'reversals.reversal_id', 'kind', 'fact', 'reversal_events.occurred_at', 'received_at'])
    .select(['reversals.amount_minor', 'reversals.currency'])
    .where('reversals.intent_id', '=', intentId)
    .orderBy('reversal_events.occurred_at')
    .orderBy('event_id')
    .execute();
  return rows.map((row) => ({
    kind: 'reversal',
    id: row.event_id,
    at: earlierOf(row.occurred_at, row.received_at),
    reversalId: row.reversal_id,
    of: row.kind,
    fact: row.fact,
    amount: toDecimal(money(row.amount_minor, row.currency)),
    currency: row.currency,
  }));
}

/** The batches of payouts that took entries of a donation, and when its charity was paid. */
export async function findPayouts(db: Queryable, intentId: string): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('payable_entries')
    .innerJoin('payouts', 'payouts.id', 'payable_entries.payout_id')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .select(['payouts.id', 'payouts.currency', 'batch_id', 'batch.created_at', 'status', 'decided_at'])
    .select(sql<number>`cast(sum(payable_entries.amount_minor) as bigint)`.as('minor'))
    .where('intent_id', '=', intentId)
    .groupBy(['payouts.id', 'payouts.currency', 'batch_id', 'batch.created_at', 'status', 'decided_at'])
    .orderBy('batch.created_at')
    .execute();
  return rows.flatMap((row) => {
    const paid = { kind: 'payout' as const, batchId: row.batch_id, currency: row.currency };
    const amount = toDecimal(money(row.minor, row.currency));
    return [
      { ...paid, id: `${row.id}:in_batch`, at: row.created_at, fact: 'in_batch' as const, amount },
      ...(row.status === 'paid' && row.decided_at !== null
        ? [{ ...paid, id: `${row.id}:paid`, at: row.decided_at, fact: 'paid' as const, amount }]
        : []),
    ];
  });
}

/** The earlier of two instants in ISO form. */
export const earlierOf = (left: string, right: string): string => (left < right ? left : right);
