import { deleteOldPayerEmails } from '#server/donations/index.ts';
import type { Deps } from './deps.ts';
import { workOutbox, type JobHandlers } from './outbox/worker.ts';
import {
  createDeclineWatch,
  deleteOldDeclines,
  expireClosedPages,
  findRestoreSince,
  reconcile,
} from './payments/index.ts';
import { announceRenewals } from './recurring/index.ts';

export interface Schedule {
  /** Resolves when the rounds that are running have finished. */
  stop(): Promise<void>;
}

/**
 * Starts the background work: reconciliation of open payments at once and every 5 minutes, of all recent payments once a day
 * (every hour while a provider is unavailable), renewal notices, the deletion of old addresses and declines every hour, the
 * expiry of pages with too many declines every 10 seconds, the alarm about declines every minute, and the outbox every second.
 * Each set of job handlers runs separately, so a mail server that hangs delays only emails.
 */
export function startSchedule(deps: Deps, ...handlerSets: readonly JobHandlers[]): Schedule {
  const rounds = [
    repeat(deps, reconcileMs, () => reconcileDue(deps)),
    ...handlerSets.map((handlers) => repeat(deps, outboxMs, () => workOutbox(deps, handlers))),
    repeat(deps, deps.config.sandbox ? sandboxNoticesMs : noticesMs, () => announceRenewals(deps)),
    repeat(deps, hourMs, () => deleteOldPayerEmails(deps)),
    repeat(deps, hourMs, () => deleteOldDeclines(deps)),
    repeat(deps, closedPagesMs, () => expireClosedPages(deps)),
    repeat(deps, declineWatchMs, createDeclineWatch(deps)),
  ];
  return { stop: async () => void (await Promise.all(rounds.map((round) => round.stop()))) };
}

const reconcileMs = 5 * 60 * 1000;
const outboxMs = 1000;
const noticesMs = 60 * 1000;
const sandboxNoticesMs = 1000; // the sandbox's clock can move by days at a time
const closedPagesMs = 10 * 1000;
const declineWatchMs = 60 * 1000;
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

async function reconcileDue(deps: Deps): Promise<void> {
  await reconcile(deps, 'open');
  const last = await deps.db.read
    .selectFrom('reconciliation_runs')
    .select(['started_at', 'status'])
    .where('scope', '=', 'recent')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const pauseMs = last?.status === 'finished' ? dayMs : hourMs; // an unavailable provider must not cause a full comparison of the others every 5 minutes
  const isDue =
    !last ||
    deps.clock.now().getTime() - new Date(last.started_at).getTime() >= pauseMs ||
    (await findRestoreSince(deps.db.read, last.started_at)) !== undefined;
  if (isDue) await reconcile(deps, 'recent');
}

/** Repeats work with a pause after each round, so that rounds never overlap. A failed round is logged. */
function repeat(deps: Deps, pauseMs: number, work: () => Promise<unknown>): Schedule {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    await work().catch((error: unknown) => deps.log.error({ err: error }, 'scheduled work failed'));
    if (!isStopped) timer = setTimeout(start, pauseMs).unref();
  };
  let running = Promise.resolve();
  const start = (): void => void (running = round());
  start();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
