import { isPauseInForce } from './pause.ts';

/** The state of a plan that decides whether it has to be stopped or restarted. */
export interface PlanOfCharity {
  readonly status: 'starting' | 'active' | 'past_due' | 'paused' | 'ended';
  /** True if the plan waits for its donor to choose another charity. */
  readonly isWaiting: boolean;
  /** True if the provider has confirmed that it charges nothing while the plan waits. */
  readonly isStopped: boolean;
}

/**
 * Returns the next step for a plan, so that nothing is charged for a retired charity: to stop it, to restart it because its
 * charity takes donations again, or none. A plan gets no step before its first payment is confirmed.
 */
export function stepOfPlan({ status, isWaiting, isStopped }: PlanOfCharity, isRetired: boolean): PlanStep {
  if (status === 'ended' || status === 'starting') return 'none';
  if (isRetired) return isWaiting && isStopped ? 'none' : 'stop';
  return isWaiting ? 'restart' : 'none';
}

export type PlanStep = 'stop' | 'restart' | 'none';

/** Returns the end of the donor's own pause, if the pause is still in force when the plan is restarted. */
export function donorPauseAfterStop(until: Date | undefined, now: Date): Date | undefined {
  return until && isPauseInForce(until, now) ? until : undefined;
}
