/** What a donor can be waiting for. */
export type Step = 'checkout' | 'payment' | 'confirmation' | 'bank answer';

/** Knows what all donors are waiting for, so that a kill can be timed by it and described. */
export interface StepBoard {
  /** Does a step while it stands on the board. */
  during<Result>(step: Step, work: () => Promise<Result>): Promise<Result>;
  /** Resolves when this many steps have been begun since the board was made. */
  whenBegun(count: number): Promise<void>;
  /** What is under way: `2 checkouts, 1 payment`. */
  describe(): string;
}

/** Makes an empty board. */
export function createStepBoard(): StepBoard {
  const underWay = new Map<Step, number>();
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let begun = 0;
  const change = (step: Step, by: number): void => void underWay.set(step, (underWay.get(step) ?? 0) + by);
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
      const parts = [...underWay].filter(([, count]) => count > 0).map(([step, count]) => counted(count, step));
      return parts.length > 0 ? parts.join(', ') : 'nothing';
    },
  };
}

/** A number with its noun: `1 payment`, `2 payments`. */
export const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
