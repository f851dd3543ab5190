/** A step that a donor can be waiting for. */
export type Step = 'checkout' | 'payment' | 'confirmation' | 'bank response';

/** Tracks the steps that donors are waiting for, to time kills and describe them. */
export interface StepTracker {
  /** Does the work and tracks it as a step. */
  during<Result>(step: Step, work: () => Promise<Result>): Promise<Result>;
  /** Resolves when this many steps have begun in total. */
  whenBegun(count: number): Promise<void>;
  /** The steps in progress: `2 checkouts, 1 payment`. */
  describe(): string;
}

export function createStepTracker(): StepTracker {
  const inProgress = new Map<Step, number>();
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let begun = 0;
  const change = (step: Step, by: number): void => void inProgress.set(step, (inProgress.get(step) ?? 0) + by);
  return {
    during: async (step, work) => {
      change(step, 1);
      begun += 1;
      for (const waiter of waiting) if (waiter.count <= begun) waiter.resolve();
      try {
        return await work();
      } finally {
        change(step, -1);
      }
    },
    whenBegun: (count) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      if (count <= begun) resolve();
      else waiting.push({ count, resolve });
      return promise;
    },
    describe: () => {
      const parts = [...inProgress].filter(([, count]) => count > 0).map(([step, count]) => counted(count, step));
      return parts.length > 0 ? parts.join(', ') : 'nothing';
    },
  };
}

/** A number with its noun: `1 payment`, `2 payments`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
