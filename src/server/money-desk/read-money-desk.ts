import * as z from 'zod/mini';
import type { MoneyDeskAnswer } from '#contract/money-desk.ts';
import { money, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { findLostPlans, summarizeRestore } from '#server/payments/index.ts';
import type { QuarantinedEventRow, ReconciliationRunRow } from '#server/db/tables.ts';

/** The latest reconciliation runs, what needs review, and how many there are of everything. */
export async function readMoneyDesk(db: Queryable): Promise<MoneyDeskAnswer> {
  const runs = [...(await findRuns(db, 'recent')), ...(await findRuns(db, 'open'))];
  const quarantined = await db
    .selectFrom('quarantined_events')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('quarantined_at', 'desc')
    .limit(entriesShown)
    .execute();
  return {
    runs: runs.map(toRun),
    quarantined: quarantined.map(toEntry),
    counts: await readCounts(db),
    disputeLosses: await readDisputeLosses(db),
    restore: await readRestore(db),
    lostPlans: (await findLostPlans(db)).map(({ totalMinor, ...plan }) => ({
      ...plan,
      total: toDecimal(money(totalMinor, plan.currency)),
    })),
  };
}

async function readRestore(db: Queryable): Promise<MoneyDeskAnswer['restore']> {
  const restore = await summarizeRestore(db);
  if (!restore) return null;
  const { noticedAt, rebuilt, lostAccounts, held } = restore;
  return {
    noticedAt,
    lostAccounts,
    donations: rebuilt?.donations ?? 0,
    withoutAccount: rebuilt?.withoutAccount ?? 0,
    sums: (rebuilt?.sums ?? []).map(({ donations, totalMinor, currency }) => ({
      donations,
      total: toDecimal(money(totalMinor, currency)),
      currency,
    })),
    heldReceipts: held.receipts,
    heldOthers: held.others,
  };
}

async function readDisputeLosses(db: Queryable): Promise<MoneyDeskAnswer['disputeLosses']> {
  const rows = await db
    .selectFrom('ledger_entries')
    .select('currency')
    .select((e) => e.cast<number>(e.fn.sum('amount_minor'), 'bigint').as('amount_minor'))
    .where('account', '=', 'dispute_losses')
    .groupBy('currency')
    .orderBy('currency')
    .execute();
  return rows.flatMap(({ currency, amount_minor: minor }) =>
    minor === 0 ? [] : [{ amount: toDecimal(money(minor, currency)), currency }],
  );
}

const runsShown = 5;
const entriesShown = 100;

const findRuns = (db: Queryable, scope: ReconciliationRunRow['scope']): Promise<ReconciliationRunRow[]> =>
  db
    .selectFrom('reconciliation_runs')
    .selectAll()
    .where('scope', '=', scope)
    .orderBy('started_at', 'desc')
    .limit(runsShown)
    .execute();

/** Old runs lack the counts that were added later. */
const resultSchema = z.object({
  compared: z._default(z.int(), 0),
  healed: z._default(z.int(), 0),
  quarantined: z._default(z.int(), 0),
  lapsed: z._default(z.int(), 0),
  feesBooked: z._default(z.int(), 0),
  unknownAtProvider: z._default(z.array(z.string()), []),
  missingPermissions: z._default(z.array(z.object({ description: z.string() })), []),
});

const toRun = (run: ReconciliationRunRow): MoneyDeskAnswer['runs'][number] => {
  const { missingPermissions, ...counts } = resultSchema.parse(JSON.parse(run.result));
  return {
    id: run.id,
    scope: run.scope,
    status: run.status,
    since: run.since,
    startedAt: run.started_at,
    finishedAt: run.finished_at,
    ...counts,
    missingPermissions: missingPermissions.map(({ description }) => description),
  };
};

const toEntry = (event: QuarantinedEventRow): MoneyDeskAnswer['quarantined'][number] => ({
  provider: event.provider,
  eventId: event.event_id,
  reason: event.reason,
  quarantinedAt: event.quarantined_at,
  ids: idsIn(event.detail),
});

/** The ids that an event (camelCase) or a row (snake_case) may name. */
const detailSchema = z.object(
  Object.fromEntries(
    ['intentId', 'intent_id', 'sessionId', 'paymentId', 'payment_id', 'reversalId', 'reversal_id'].map((name) => [
      name,
      z.nullish(z.string()),
    ]),
  ),
);

function idsIn(detail: string): string[] {
  const { data } = detailSchema.safeParse(JSON.parse(detail));
  return [...new Set(Object.values(data ?? {}).filter((id) => typeof id === 'string'))];
}

async function readCounts(db: Queryable): Promise<MoneyDeskAnswer['counts']> {
  const reversed = (kind: 'refund' | 'dispute') =>
    db
      .selectFrom('reversals')
      .select((e) => e.fn.count<number>('intent_id').distinct().as('count'))
      .where('is_active', '=', 1)
      .where('kind', '=', kind);
  const all = (table: 'donations' | 'quarantined_events' | 'reversals' | 'outbox') =>
    db.selectFrom(table).select((e) => e.fn.countAll<number>().as('count'));
  const read = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }): Promise<number> =>
    (await query.executeTakeFirstOrThrow()).count;
  return {
    donations: await read(all('donations')),
    refunded: await read(reversed('refund')),
    disputed: await read(reversed('dispute')),
    quarantined: await read(all('quarantined_events').where('resolved_at', 'is', null)),
    waiting: await read(all('reversals').where('intent_id', 'is', null)),
    deadJobs: await read(all('outbox').where('status', '=', 'dead')),
  };
}
