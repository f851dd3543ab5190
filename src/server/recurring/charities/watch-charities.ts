import { currentCatalogue } from '#server/catalogue/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Deps } from '#server/deps.ts';
import { enqueueAll } from '#server/outbox/enqueue.ts';
import { findPlansToRestart, findPlansToStop, type FoundPlan, type PlanPage } from './find-plans.ts';

/**
 * Returns a function that puts a job into the outbox for each plan whose charity was retired or brought back. A version of the
 * catalogue begins without a write, so each process looks when it sees that another version applies, when it starts, and every
 * 10 minutes: a checkout that was open when its charity was retired can start a plan later. Only the first process writes the
 * job for a plan's terms and a version of the catalogue.
 */
export function createCharityWatch(deps: Deps, pageSize = 500): () => Promise<void> {
  let last: { readonly version: number; readonly at: number } | undefined;
  return async () => {
    const version = deps.published.catalogue.current().number;
    const at = deps.clock.now().getTime();
    if (last?.version === version && at - last.at < intervalMs) return;
    await enqueueJobs(deps, version, pageSize);
    last = { version, at };
  };
}

const intervalMs = 10 * 60 * 1000;

async function enqueueJobs(deps: Deps, version: number, pageSize: number): Promise<void> {
  const retired = [...currentCatalogue(deps).retiredCharities.keys()];
  const finders: FindPage[] = [
    (page) => findPlansToRestart(deps.db.read, retired, page),
    ...retired.map((id) => (page: PlanPage) => findPlansToStop(deps.db.read, id, page)),
  ];
  for (const find of finders) {
    let found: readonly FoundPlan[];
    let afterId = '';
    do {
      found = await find({ afterId, pageSize });
      if (found.length > 0) await enqueuePage(deps, version, found);
      afterId = found.at(-1)?.id ?? '';
    } while (found.length === pageSize);
  }
}

type FindPage = (page: PlanPage) => Promise<FoundPlan[]>;

const enqueuePage = (deps: Deps, version: number, plans: readonly FoundPlan[]): Promise<void> =>
  inTransaction(deps.db, (tx) =>
    enqueueAll(
      deps,
      tx,
      plans.map((plan) => ({
        kind: 'follow_charity',
        dedupeKey: `follow_charity:${plan.id}:${plan.termsNumber}:${version}`,
        payload: { planId: plan.id, catalogueVersion: String(version) },
      })),
    ),
  );
