import { createServer } from 'node:net';
import { portProblem, type Listener } from '#server/config/config.ts';
import { errorCode, Refusal } from './refusal.ts';

/** Throws a Refusal with one sentence if the port cannot be used. */
export async function assertPortIsFree(listener: Listener): Promise<void> {
  const problem = await new Promise<unknown>((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(listener.port, listener.host, () => probe.close(() => resolve(undefined)));
  });
  if (problem !== undefined) throw new Refusal(portProblem(listener, errorCode(problem)));
}

/** The URL at which this machine reaches a listener; loopback for wildcard addresses. */
export function localAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
