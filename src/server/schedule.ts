import type { Deps } from './deps.ts';
import { workOutbox, type JobHandlers } from './outbox/worker.ts';
import { announceRenewals } from './recurring/index.ts';
import { reconcile } from './payments/index.ts';

/** What the server does by itself, until it is stopped. `stop` waits for the round under way. */
export interface Schedule {
  stop(): Promise<void>;
}

/**
 * Starts the server's own work: reconciliation at once and every 5 minutes, all of the last days once a day, or every hour
 * while a provider cannot be asked to the end, and the outbox every second. Each set of handlers has rounds of its own: a
 * mail server that hangs holds up mails alone, and no refund.
 */
export function startSchedule(deps: Deps, ...handlerSets: readonly JobHandlers[]): Schedule {
  const rounds = [
    every(deps, reconcileMs, () => reconcileDue(deps)),
    ...handlerSets.map((handlers) => every(deps, outboxMs, () => workOutbox(deps, handlers))),
    every(deps, deps.config.sandbox ? sandboxNoticesMs : noticesMs, () => announceRenewals(deps)),
  ];
  return { stop: async () => void (await Promise.all(rounds.map((round) => round.stop()))) };
}

const reconcileMs = 5 * 60 * 1000;
const outboxMs = 1000;
const noticesMs = 60 * 1000;
const sandboxNoticesMs = 1000; // days pass in seconds there
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
  const pauseMs = last?.status === 'finished' ? dayMs : hourMs; // one provider being away spares the others most rounds
  const isDue = !last || deps.clock.now().getTime() - new Date(last.started_at).getTime() >= pauseMs;
  if (isDue) await reconcile(deps, 'recent');
}

/** Repeats work with a pause in between, so that rounds never overlap. A failed round is logged, and the next one tries again. */
function every(deps: Deps, pauseMs: number, work: () => Promise<unknown>): Schedule {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    await work().catch((error: unknown) => deps.log.error({ err: error }, 'scheduled work failed'));
    if (!isStopped) timer = setTimeout(start, pauseMs).unref();
  };
  let underWay = Promise.resolve();
  const start = (): void => void (underWay = round());
  start();
  return {
    stop: async () => {
      isStopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
