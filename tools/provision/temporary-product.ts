import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { rootPath } from '../start/paths.ts';
import { findFreePort } from './free-port.ts';

/** A running product with its own empty database, which `stop` removes. */
export interface TemporaryProduct {
  readonly url: string;
  stop(): Promise<void>;
}

const readinessTimeoutMs = 60_000;

/** Starts the product on free ports with an empty database, and waits until it is ready. */
export async function startTemporaryProduct(): Promise<TemporaryProduct> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'measured-'));
  const [port, sandboxPort] = [await findFreePort(), await findFreePort()];
  const settings = { PORT: String(port), SANDBOX_PORT: String(sandboxPort), DATA_DIR: dataFolder, LOG_LEVEL: 'warn' };
  const launcher = spawn(process.execPath, ['tools/start.ts'], {
    cwd: rootPath,
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    launcher.kill('SIGTERM');
    if (launcher.exitCode === null) await once(launcher, 'exit');
    rmSync(dataFolder, { recursive: true, force: true });
  };
  const url = `http://localhost:${port}`;
  const isReady = await waitUntilReady(url, () => launcher.exitCode !== null);
  if (isReady) return { url, stop };
  await stop();
  throw new Error(`the product ended or was not ready after ${readinessTimeoutMs / 1000} s; its errors are above`);
}

async function waitUntilReady(url: string, hasEnded: () => boolean): Promise<boolean> {
  const deadline = Date.now() + readinessTimeoutMs;
  while (Date.now() < deadline && !hasEnded()) {
    const response = await fetch(`${url}/readyz`).catch(() => undefined);
    if (response?.ok === true) return true;
    await pause(100);
  }
  return false;
}
