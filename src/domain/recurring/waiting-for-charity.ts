import { isPauseInForce } from './pause.ts';

/** What decides whether a plan has to be stopped or restarted. */
export interface PlanOfCharity {
  readonly status: 'starting' | 'active' | 'past_due' | 'paused' | 'ended';
  /** True if it waits for its donor to choose another charity. */
  readonly isWaiting: boolean;
  /** True if the provider has confirmed that it charges nothing while the plan waits. */
  readonly isStopped: boolean;
}

/**
 * What a plan needs next, so that nothing is charged for a retired charity: to be stopped, to be charged again because its
 * charity takes donations again, or nothing. Until its first payment is confirmed, a plan is left alone.
 */
export function stepOfPlan({ status, isWaiting, isStopped }: PlanOfCharity, isRetired: boolean): PlanStep {
  if (status === 'ended' || status === 'starting') return 'none';
  if (isRetired) return isWaiting && isStopped ? 'none' : 'stop';
  return isWaiting ? 'restart' : 'none';
}

export type PlanStep = 'stop' | 'restart' | 'none';

/** The end of the donor's own pause, if that pause continues once the plan is no longer stopped. */
export function donorPauseAfterStop(until: Date | undefined, now: Date): Date | undefined {
  return until && isPauseInForce(until, now) ? until : undefined;
}
