import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { appendLeaves, readTreeSize } from './append-leaves.ts';
import { commitToEntries } from './commit-to-entries.ts';
import { withLogLock } from './log-lock.ts';
import { hasNoLeaf, isLogged } from './logged-transactions.ts';
import { payoutOf, type LoggedTransaction } from './read-entries.ts';
import { coveredTransactions } from './read-payout-entries.ts';
import { readLatestHead, signHead } from './tree-heads.ts';

type LogDeps = Pick<Deps, 'db' | 'encryption' | 'random' | 'clock'>;

/**
 * Returns a function that appends what the ledger has posted since the last call. A transaction becomes visible when it commits,
 * later than its posting time. So each call looks back a minute; the first call, and one every 10 minutes, look back an hour.
 */
export function createSequencer(deps: LogDeps): () => Promise<void> {
  let lookedFarBackAt = -Infinity;
  return async () => {
    const now = deps.clock.now().getTime();
    const isFar = Math.abs(now - lookedFarBackAt) >= farPauseMs;
    await sequenceLog(deps, isFar ? hourMs : minuteMs);
    if (isFar) lookedFarBackAt = now;
  };
}

const minuteMs = 60 * 1000;
const farPauseMs = 10 * minuteMs;
const hourMs = 60 * minuteMs;

/**
 * Appends a leaf for every settlement, refund, dispute, payout and return without one, and signs a tree head. What posts to the
 * ledger does not wait for this. One process at a time appends; the next one finishes what is left.
 */
export async function sequenceLog(deps: LogDeps, lookBackMs = hourMs): Promise<void> {
  const { patient } = deps.db;
  let after = await readStart(patient.read, lookBackMs);
  if (!(await hasWork(patient.read, after))) return;
  for (;;) {
    const last = await inTransaction(patient, (tx) => withLogLock(tx, () => appendChunk(deps, tx, after)));
    if (last === undefined) return;
    after = last;
  }
}

/** The number of ledger transactions appended at a time. On SQLite, a settling donation waits for one chunk at most. */
const chunkSize = 200;

async function readStart(db: Queryable, lookBackMs: number): Promise<string> {
  const progress = await db.selectFrom('log_progress').select('read_until').executeTakeFirst();
  return progress ? new Date(Date.parse(progress.read_until) - lookBackMs).toISOString() : '';
}

/** Returns true if there is anything to append or sign. */
async function hasWork(db: Queryable, after: string): Promise<boolean> {
  if ((await findUnlogged(db, after, 1)).length > 0) return true;
  const head = await readLatestHead(db);
  return head?.tree_size !== (await readTreeSize(db));
}

/** Appends a chunk, and signs a tree head after the last chunk. Resolves to the start of the next chunk, if there is one. */
async function appendChunk(deps: LogDeps, tx: Tx, after: string): Promise<string | undefined> {
  const found = await findUnlogged(tx, after, chunkSize);
  const [newest] = found.slice(-1);
  const covered = await findUnloggedCovered(tx, found);
  const transactions = [...new Map([...covered, ...found].map((one) => [one.id, one])).values()];
  await commitToEntries(
    deps,
    tx,
    transactions.filter((transaction) => !payoutOf(transaction)),
  );
  const commitments = await commitToEntries(deps, tx, transactions);
  const leaves = commitments.map(({ transaction_id, commitment }) => ({ transaction_id, commitment }));
  const treeSize = await appendLeaves(tx, await readTreeSize(tx), leaves);
  if (newest) await moveProgress(deps, tx, newest.posted_at);
  if (found.length === chunkSize) return newest?.posted_at;
  await signHead(deps, tx, treeSize);
  return undefined;
}

const findUnlogged = (db: Queryable, after: string, limit: number) =>
  db
    .selectFrom('ledger_transactions as posted')
    .select(['posted.id', 'posted.cause', 'posted.posted_at'])
    .where('posted.posted_at', '>=', after)
    .where(isLogged)
    .where(hasNoLeaf)
    .orderBy('posted.posted_at')
    .orderBy('posted.id')
    .limit(limit)
    .execute();

/**
 * Finds the transactions that payouts cover and that have no leaf yet, because they became visible late. They are appended before
 * the payouts.
 */
async function findUnloggedCovered(tx: Tx, found: readonly LoggedTransaction[]): Promise<LoggedTransaction[]> {
  const unlogged: LoggedTransaction[] = [];
  for (const { kind, payoutId } of found.flatMap((transaction) => payoutOf(transaction) ?? []))
    if (kind === 'payout')
      unlogged.push(
        ...(await tx
          .selectFrom('ledger_transactions as posted')
          .select(['posted.id', 'posted.cause'])
          .where('posted.id', 'in', coveredTransactions(tx, payoutId))
          .where(hasNoLeaf)
          .orderBy('posted.posted_at')
          .orderBy('posted.id')
          .execute()),
      );
  return unlogged;
}

/** Moves the progress, but never beyond now: another process with a slower clock may still post at an earlier time. */
async function moveProgress({ clock }: LogDeps, tx: Tx, postedAt: string): Promise<void> {
  const now = clock.now().toISOString();
  const readUntil = { read_until: postedAt < now ? postedAt : now };
  await tx
    .insertInto('log_progress')
    .values({ number: 1, ...readUntil })
    .onConflict((conflict) => conflict.column('number').doUpdateSet(readUntil))
    .execute();
}
