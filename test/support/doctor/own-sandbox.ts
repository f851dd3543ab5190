import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '#sandbox/start-sandbox.ts';
import { payWithCard } from '#sandbox/testing/payer.ts';

/** A payment sandbox for one test, on a free port. */
export interface OwnSandbox {
  readonly running: RunningSandbox;
  readonly control: SandboxControl;
  /** Pays once by card, and waits until the webhooks have been sent. */
  pay(): Promise<void>;
}

export async function startOwnSandbox(options: SandboxOptions): Promise<OwnSandbox> {
  const running = await startSandbox(options);
  return {
    running,
    control: controlSandbox(running.url),
    pay: async () => {
      await payWithCard(running);
      await running.sandbox.webhooks.whenIdle();
    },
  };
}
