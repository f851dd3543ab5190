import { sql } from 'kysely';
import type { TimelineEntry } from '#contract/admin/donations/detail.ts';
import { accountName } from '#domain/ledger/account-name.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { ReversalFact } from '#domain/payment/reversal.ts';
import type { Queryable } from '#server/db/database.ts';

/** Finds the ledger transactions of a payment, each with its entries. */
export async function findPostings(
  db: Queryable,
  intentId: string,
  charityNames: ReadonlyMap<number, string>,
): Promise<TimelineEntry[]> {
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
        name: accountName(account, charityNames),
        amount: toDecimal(money(minor, currency)),
        currency,
      })),
    };
  });
}

/** Finds what the provider reported about the refunds and disputes of a payment, without repetitions. */
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
  const latestFacts = new Map<string, ReversalFact>();
  const changes = rows.filter(({ reversal_id: id, fact }) => {
    const isRepeat = latestFacts.get(id) === fact;
    latestFacts.set(id, fact);
    return !isRepeat;
  });
  return changes.map((row) => ({
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

/** Finds the payouts of a donation: when each was put into a batch, paid, confirmed by the charity or returned by the bank. */
export async function findPayouts(db: Queryable, intentId: string): Promise<TimelineEntry[]> {
  const taken = db
    .selectFrom('payable_entries')
    .select(['payout_id', 'amount_minor'])
    .where('intent_id', '=', intentId)
    .where('payout_id', 'is not', null)
    .unionAll((e) =>
      e
        .selectFrom('payable_entries as entry')
        .innerJoin('returned_entries as kept', (join) =>
          join.onRef('kept.transaction_id', '=', 'entry.transaction_id').onRef('kept.line', '=', 'entry.line'),
        )
        .select(['kept.payout_id', 'entry.amount_minor'])
        .where('entry.intent_id', '=', intentId),
    );
  const columns = [
    ...(['payouts.id', 'payouts.currency', 'batch_id', 'batch.created_at', 'decided_at', 'paid_on'] as const),
    ...(['recorded_at', 'confirmed_at'] as const),
  ];
  const rows = await db
    .selectFrom(taken.as('taken'))
    .innerJoin('payouts', 'payouts.id', 'taken.payout_id')
    .innerJoin('payout_batches as batch', 'batch.id', 'payouts.batch_id')
    .leftJoin('payout_returns as returned', 'returned.payout_id', 'payouts.id')
    .leftJoin('payout_confirmations as confirmed', 'confirmed.payout_id', 'payouts.id')
    .select(columns)
    .select(sql<number>`cast(sum(taken.amount_minor) as bigint)`.as('minor'))
    .groupBy(columns)
    .orderBy('batch.created_at')
    .execute();
  return rows.flatMap((row) => {
    const payout = {
      kind: 'payout' as const,
      batchId: row.batch_id,
      currency: row.currency,
      amount: toDecimal(money(row.minor, row.currency)),
    };
    const happened = [
      { fact: 'in_batch' as const, at: row.created_at },
      { fact: 'paid' as const, at: row.paid_on === null ? null : row.decided_at },
      { fact: 'confirmed' as const, at: row.confirmed_at },
      { fact: 'returned' as const, at: row.recorded_at },
    ];
    return happened.flatMap(({ fact, at }) => (at === null ? [] : { ...payout, id: `${row.id}:${fact}`, at, fact }));
  });
}

/** Returns the earlier of two instants in ISO form. */
export const earlierOf = (left: string, right: string): string => (left < right ? left : right);
