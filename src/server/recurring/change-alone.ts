import { planSentences } from '#contract/recurring.ts';
import type { Deps } from '#server/deps.ts';

/** Another change of the plan is in progress. */
export interface PlanBusy {
  readonly code: 'plan_busy';
  readonly sentence: string;
}

/**
 * Runs a change of a plan unless another one is in progress, on this server or another: the provider would refuse the second
 * one halfway. If a server stops during a change, the plan is free again after `leaseMs`.
 */
export async function changeAlone<Outcome>(
  deps: Deps,
  planId: string,
  change: () => Promise<Outcome>,
): Promise<Outcome | PlanBusy> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + leaseMs).toISOString();
  const leased = await deps.db.write
    .updateTable('plans')
    .set({ changing_until: until })
    .where('id', '=', planId)
    .where((e) => e.or([e('changing_until', 'is', null), e('changing_until', '<=', now.toISOString())]))
    .returning('id')
    .execute();
  if (leased.length === 0) return { code: 'plan_busy', sentence: planSentences.busy };
  try {
    return await change();
  } finally {
    await deps.db.write
      .updateTable('plans')
      .set({ changing_until: null })
      .where('id', '=', planId)
      .where('changing_until', '=', until)
      .execute();
  }
}

/** Longer than all calls of one change can take. */
const leaseMs = 60_000;
