import { writeBalances } from '#server/accounting/index.ts';
import { alertStaff, measureState } from '#server/admin/index.ts';
import { deleteExpiredSessions, deleteOldFailures } from '#server/auth/index.ts';
import { deleteOldPayerEmails } from '#server/donations/index.ts';
import type { Deps } from './deps.ts';
import { deleteEndedWindows } from './http/rate-limits.ts';
import { deleteOldMailCounts } from './mail/mail-allowance.ts';
import { forgetNetworks } from './messages/index.ts';
import { deleteOldJobs } from './outbox/delete-old-jobs.ts';
import { createMailLane } from './outbox/mail-lane.ts';
import { kindsIn, mailLanes, type Lane } from './outbox/mail-lanes.ts';
import { workOutbox, type JobHandlers } from './outbox/worker.ts';
import {
  createDeclineWatch,
  deleteOldDeclines,
  deleteOldRuns,
  deleteUnpaidIntents,
  expireClosedPages,
  findRestoreSince,
  reconcile,
} from './payments/index.ts';
import { deleteUnconfirmedSubscriptions, sendNewsletters } from './newsletter/index.ts';
import { copyPayableEntries } from './payouts/index.ts';
import { deleteUnpublishedPictures } from './pictures/index.ts';
import { createSequencer } from './public-log/index.ts';
import { refreshPublished } from './publishing/index.ts';
import { createScheduleLease, leasePauseMs, type ScheduleLease } from './schedule-lease.ts';
import { fetchRates } from './rates/index.ts';
import { announceRenewals, createCharityWatch } from './recurring/index.ts';
import { writeDonationDays } from './report/index.ts';
import { auditHourly } from './self-audit/index.ts';
import { publishGroups } from './transparency/index.ts';
import { createWebhookLane, deleteOldDeliveries } from './webhooks/index.ts';

export interface Schedule {
  /** Resolves when the rounds that are running have finished. */
  stop(): Promise<void>;
}

/**
 * Starts the background work: each line of the two lists is repeated, with a pause after each round. Every process runs jobs of
 * the outbox, because each job has a lease in its row. The lanes of emails, the webhooks and the other jobs run separately, so a
 * mail server that hangs delays only emails. One process does the second list for all (decision 0159).
 */
export function startSchedule(deps: Deps, handlers: JobHandlers): Schedule {
  const lease = createScheduleLease(deps);
  const rounds = [...startOwnRounds(deps, handlers), ...startSharedRounds(deps, lease)];
  return {
    stop: async () => {
      await Promise.all(rounds.map((round) => round.stop()));
      await lease.release();
    },
  };
}

/** Starts the rounds of each process: they keep its memory and metrics up to date, and run jobs. */
const startOwnRounds = (deps: Deps, handlers: JobHandlers): readonly Schedule[] => [
  repeat(deps, outboxMs, () => workOutbox(deps, handlersIn(undefined, handlers))),
  ...mailLanes.map((lane) => repeatRounds(deps, outboxMs, createMailLane(deps, lane, handlersIn(lane, handlers)))),
  repeat(deps, outboxMs, () => workOutbox(deps, handlersIn('charities', handlers), charityJobs)),
  repeatRounds(deps, outboxMs, createWebhookLane(deps, handlersIn('webhooks', handlers))),
  repeat(deps, stateMs, () => measureState(deps)),
  repeat(deps, declineWatchMs, createDeclineWatch(deps)),
  repeat(deps, publishedMs, () => refreshPublished(deps)),
  repeat(deps, publishedMs, () => deps.wantedEvents.refresh(deps.db.read)),
  repeat(deps, rateLimitsMs, () => deps.rateLimits.exchange(deps.db)),
];

/**
 * Starts the rounds that the process with the lease runs for all. Reconciliation reads the open payments every 5 minutes and
 * all recent ones once a day, or every hour while a provider is unavailable.
 */
function startSharedRounds(deps: Deps, lease: ScheduleLease): readonly Schedule[] {
  const { sandbox } = deps.config;
  const share = (pauseMs: number, work: () => Promise<unknown>): Schedule => repeatShared(deps, lease, pauseMs, work);
  return [
    share(reconcileMs, () => reconcileDue(deps)),
    share(sandbox ? sandboxNoticesMs : noticesMs, () => announceRenewals(deps)),
    share(publishedMs, createCharityWatch(deps)),
    share(closedPagesMs, () => expireClosedPages(deps)),
    share(payableMs, () => copyPayableEntries(deps)),
    share(sandbox ? sandboxLogMs : logMs, createSequencer(deps)),
    share(sandbox ? sandboxBalancesMs : balancesMs, () => writeDays(deps)),
    share(sandbox ? sandboxBalancesMs : hourMs, () => publishGroups(deps)),
    share(auditMs, () => auditHourly(deps)),
    share(newslettersMs, () => sendNewsletters(deps)),
    share(sandbox ? sandboxAlertsMs : alertsMs, () => alertStaff(deps)),
    share(ratesMs, () => fetchRates(deps)),
    share(hourMs, () => deleteOldPayerEmails(deps)),
    share(hourMs, () => forgetNetworks(deps)),
    share(hourMs, () => deleteOldDeclines(deps)),
    share(hourMs, () => deleteUnpaidIntents(deps)),
    share(hourMs, () => deleteUnpublishedPictures(deps)),
    share(hourMs, () => deleteOldDeliveries(deps)),
    share(hourMs, () => deleteOldJobs(deps)),
    share(hourMs, () => deleteOldRuns(deps)),
    share(hourMs, () => deleteExpiredSessions(deps)),
    share(hourMs, () => deleteOldFailures(deps)),
    share(hourMs, () => deleteOldMailCounts(deps)),
    share(hourMs, () => deleteEndedWindows(deps)),
    share(hourMs, () => deleteUnconfirmedSubscriptions(deps)),
  ];
}

const reconcileMs = 5 * 60 * 1000;
const outboxMs = 1000;
const stateMs = 15 * 1000;
const charityJobs = { jobsMax: 10, isParallel: true }; // a provider allows many more calls a second
const noticesMs = 60 * 1000;
const sandboxNoticesMs = 1000; // the sandbox's clock can move by days at a time
const closedPagesMs = 10 * 1000;
const declineWatchMs = 60 * 1000;
const payableMs = 60 * 1000;
const logMs = 20 * 1000; // a leaf is in a signed tree head within a minute
const sandboxLogMs = 1000;
const balancesMs = 60 * 1000;
const sandboxBalancesMs = 5000; // a month passes in seconds in the sandbox, and its days must soon be written
const auditMs = 60 * 1000; // a round in which no audit is due reads one row
const publishedMs = 2000; // what one process publishes is live in all within 5 seconds
const rateLimitsMs = 1000;
const ratesMs = 60 * 1000; // a round in which no fetch is due reads one row
const newslettersMs = 1000;
const alertsMs = 60 * 1000;
const sandboxAlertsMs = 5000; // so that an alert can be tried out without waiting for a minute
const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;

/** Writes the balances first, because the public figures are written only for days that have their balances. */
async function writeDays(deps: Deps): Promise<void> {
  await writeBalances(deps);
  await writeDonationDays(deps);
}

async function reconcileDue(deps: Deps): Promise<void> {
  await reconcile(deps, 'open');
  const last = await deps.db.read
    .selectFrom('reconciliation_runs')
    .select(['started_at', 'status'])
    .where('scope', '=', 'recent')
    .orderBy('started_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  // an unavailable provider must not make us reconcile all recent payments of the others every 5 minutes
  const pauseMs = last?.status === 'finished' ? dayMs : hourMs;
  const isDue =
    !last ||
    deps.clock.now().getTime() - new Date(last.started_at).getTime() >= pauseMs ||
    (await findRestoreSince(deps.db.read, last.started_at)) !== undefined;
  if (isDue) await reconcile(deps, 'recent');
}

function handlersIn(lane: Lane | undefined, handlers: JobHandlers): JobHandlers {
  const kinds = kindsIn(lane).filter((kind) => handlers[kind]);
  return Object.fromEntries(kinds.map((kind) => [kind, handlers[kind]]));
}

/** Repeats work with a pause after each round. */
const repeat = (deps: Deps, pauseMs: number, work: () => Promise<unknown>): Schedule =>
  repeatRounds(deps, pauseMs, async () => {
    await work();
    return pauseMs;
  });

/** Like `repeat`, but only while this process has the lease. Without it, the next round comes soon, however long the pause. */
const repeatShared = (deps: Deps, lease: ScheduleLease, pauseMs: number, work: () => Promise<unknown>): Schedule =>
  repeatRounds(deps, pauseMs, async () => {
    if (!(await lease.isHeld())) return leasePauseMs;
    await work();
    return pauseMs;
  });

/** Repeats rounds without overlap: each resolves to the pause before the next one. A failed round is logged. */
function repeatRounds(deps: Deps, failurePauseMs: number, work: () => Promise<number>): Schedule {
  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  const round = async (): Promise<void> => {
    const pauseMs = await work().catch((error: unknown) => {
      deps.log.error({ err: error }, 'scheduled work failed');
      return failurePauseMs;
    });
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
