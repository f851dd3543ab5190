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
  process.stderr.write(`${sentenceFor(error)}\n`);
  process.exit(1); // even if connections are still open
}

function sentenceFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const isPortTaken = 'code' in error && error.code === 'EADDRINUSE';
  return isPortTaken
    ? 'The port for the payment sandbox is already in use: stop the program that uses it, or choose another port with SANDBOX_PORT.'
    : error.message;
}
