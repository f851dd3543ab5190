import * as z from 'zod/mini';
import type { BooksAnswer } from '#contract/money-desk.ts';
import type { Queryable } from '#server/db/database.ts';
import type { QuarantinedEventRow, ReconciliationRunRow } from '#server/db/tables.ts';

/** How the books stand: the latest comparisons with the providers, and what waits for a person. */
export async function readBooks(db: Queryable): Promise<BooksAnswer> {
  const runs = [...(await findRuns(db, 'recent')), ...(await findRuns(db, 'open'))];
  const quarantined = await db
    .selectFrom('quarantined_events')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('quarantined_at', 'desc')
    .limit(entriesShown)
    .execute();
  return { runs: runs.map(toRun), quarantined: quarantined.map(toEntry), counts: await count(db) };
}

const runsShown = 5;
const entriesShown = 100;

const findRuns = (db: Queryable, scope: 'open' | 'recent'): Promise<ReconciliationRunRow[]> =>
  db
    .selectFrom('reconciliation_runs')
    .selectAll()
    .where('scope', '=', scope)
    .orderBy('started_at', 'desc')
    .limit(runsShown)
    .execute();

/** Runs that were kept before a count existed have none of it. */
const resultSchema = z.object({
  compared: z._default(z.int(), 0),
  healed: z._default(z.int(), 0),
  quarantined: z._default(z.int(), 0),
  lapsed: z._default(z.int(), 0),
  feesBooked: z._default(z.int(), 0),
  unknownAtProvider: z._default(z.array(z.string()), []),
});

const toRun = (run: ReconciliationRunRow): BooksAnswer['runs'][number] => ({
  id: run.id,
  scope: run.scope === 'recent' ? 'recent' : 'open',
  status: run.status === 'finished' ? 'finished' : 'unavailable',
  since: run.since,
  startedAt: run.started_at,
  finishedAt: run.finished_at,
  ...resultSchema.parse(JSON.parse(run.result)),
});

const toEntry = (event: QuarantinedEventRow): BooksAnswer['quarantined'][number] => ({
  provider: event.provider === 'paypal' ? 'paypal' : 'stripe',
  eventId: event.event_id,
  reason: event.reason,
  quarantinedAt: event.quarantined_at,
  ids: idsIn(event.detail),
});

/** What a message may name, by the words of events and of rows. */
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

async function count(db: Queryable): Promise<BooksAnswer['counts']> {
  const withStanding = (kind: 'refund' | 'dispute') =>
    db
      .selectFrom('reversals')
      .select((e) => e.fn.count<number>('intent_id').distinct().as('count'))
      .where('is_standing', '=', 1)
      .where('kind', '=', kind);
  const all = (table: 'donations' | 'quarantined_events' | 'reversals' | 'outbox') =>
    db.selectFrom(table).select((e) => e.fn.countAll<number>().as('count'));
  const read = async (query: { executeTakeFirstOrThrow(): Promise<{ count: number }> }): Promise<number> =>
    (await query.executeTakeFirstOrThrow()).count;
  return {
    donations: await read(all('donations')),
    refunded: await read(withStanding('refund')),
    disputed: await read(withStanding('dispute')),
    quarantined: await read(all('quarantined_events').where('resolved_at', 'is', null)),
    waiting: await read(all('reversals').where('intent_id', 'is', null)),
    givenUp: await read(all('outbox').where('status', '=', 'dead')),
  };
}
