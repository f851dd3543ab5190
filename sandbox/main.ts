import { readConfig } from './config.ts';
import { startSandbox } from './start-sandbox.ts';

const log = (entry: Record<string, unknown>): void => {
  process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), ...entry })}\n`);
};

try {
  const running = await startSandbox({ ...readConfig(process.env), log });
  const stop = (): void => {
    void running.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  log({ message: 'payment sandbox is listening', url: running.url, publicUrl: running.sandbox.config.publicUrl });
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
