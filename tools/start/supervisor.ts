import { type Child, type ChildPlan, startChild, waitUntilReady } from './child.ts';

/** Keeps the processes of one start together: none is forgotten, and a death that nobody asked for is reported. */
export interface Supervisor {
  /** Starts a process; resolves when it is ready, rejects with a Refusal when it cannot become so. */
  start(plan: ChildPlan): Promise<Child>;
  /** Stops one process on purpose. */
  stop(child: Child): Promise<void>;
  stopAll(): Promise<void>;
  killAll(): void;
}

/** `onDeath` gets one sentence about a process that was ready once and then died on its own. */
export function createSupervisor(onDeath: (sentence: string) => void): Supervisor {
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
      void child.gone.then((reason) => {
        if (running.delete(child) && !isStopping) onDeath(`${child.title} stopped unexpectedly (${reason}).`);
      });
      return child;
    },
    stop,
    async stopAll() {
      isStopping = true;
      await Promise.all([...running].map((child) => child.stop()));
    },
    killAll() {
      for (const child of running) child.kill();
    },
  };
}
