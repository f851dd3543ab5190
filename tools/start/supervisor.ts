import { type Child, type ChildPlan, startChild, type StopSignal, waitUntilReady } from './child.ts';

/** Manages the processes of one start: stops all of them, and reports one that ends unexpectedly. */
export interface Supervisor {
  /** Resolves when the process is ready; rejects with a Refusal when it cannot start. */
  start(plan: ChildPlan): Promise<Child>;
  stop(child: Child): Promise<void>;
  stopAll(signal: StopSignal): Promise<void>;
  killAll(): void;
}

/** Creates a supervisor. `onCrash` gets one sentence about a process that was ready and then ended unexpectedly. */
export function createSupervisor(onCrash: (sentence: string) => void): Supervisor {
  const running = new Set<Child>();
  let isStopping = false;

  const stop = async (child: Child): Promise<void> => {
    running.delete(child);
    await child.stop();
  };

  return {
    async start(plan) {
      const child = startChild(plan);
      running.add(child);
      await waitUntilReady(child, plan);
      void child.ended.then((reason) => {
        if (running.delete(child) && !isStopping) onCrash(`${child.title} stopped unexpectedly (${reason}).`);
      });
      return child;
    },
    stop,
    async stopAll(signal) {
      isStopping = true;
      await Promise.all([...running].map((child) => child.stop(signal)));
    },
    killAll() {
      for (const child of running) child.kill();
    },
  };
}
