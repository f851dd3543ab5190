import { controlSandbox, type SandboxControl } from '#sandbox/control-client.ts';
import { startSandbox, type RunningSandbox, type SandboxOptions } from '#sandbox/start-sandbox.ts';

/** A payment sandbox of the test's own, on a free port. */
export interface OwnSandbox {
  readonly running: RunningSandbox;
  readonly control: SandboxControl;
}

export async function startOwnSandbox(options: SandboxOptions): Promise<OwnSandbox> {
  const running = await startSandbox(options);
  return { running, control: controlSandbox(running.url) };
}
