import { findFreePort } from '#tools/provision/free-port.ts';
import { builtServer } from '#tools/start/builds.ts';
import { startChild, waitUntilReady, type Child } from '#tools/start/child.ts';

/** The server as in production: a process with no launcher and no payment sandbox. */
export interface ServerProcess {
  readonly process: Child;
  /** The server's address, without a trailing slash. */
  readonly url: string;
}

/** Starts the server on a free port, with keys of a provider that does not respond, and waits until it is ready. */
export async function startServerProcess(
  settings: (url: string) => Readonly<Record<string, string | undefined>>,
): Promise<ServerProcess> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const plan = {
    title: 'The server',
    entry: builtServer,
    readinessUrl: `${url}/readyz`,
    environment: {
      PORT: String(port),
      PAYMENT_SANDBOX: 'off',
      STRIPE_SECRET_KEY: 'sk_test_key',
      STRIPE_WEBHOOK_SECRET: 'whsec_test',
      STRIPE_API_BASE: 'http://127.0.0.1:9',
      ...settings(url),
    },
  };
  const process = startChild(plan);
  await waitUntilReady(process, plan);
  return { process, url };
}
