import { createServer } from 'node:net';
import { errorCode, Refusal } from './refusal.ts';

/** A place to listen at, and how the person who starts the product may choose another. */
export interface Listener {
  /** What will listen there, as the start of a sentence's end: "the product". */
  readonly title: string;
  readonly host: string;
  readonly port: number;
  /** Name of the environment variable that sets the port. */
  readonly portVariable: string;
}

/** Tries to listen where the listener will. Throws a Refusal with one sentence when that cannot work. */
export async function assertPortIsFree(listener: Listener): Promise<void> {
  const problem = await new Promise<unknown>((resolve) => {
    const probe = createServer();
    probe.once('error', resolve);
    probe.listen(listener.port, listener.host, () => probe.close(() => resolve(undefined)));
  });
  if (problem !== undefined) throw new Refusal(portProblem(listener, errorCode(problem)));
}

/** One sentence on why a port cannot be listened at; `code` is the system's error code. */
export function portProblem({ title, host, port, portVariable }: Listener, code: string | undefined): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} for ${title} is already in use: stop the program that uses it, or choose another port with ${portVariable}.`;
    case 'EACCES':
      return `Port ${port} for ${title} needs more rights than this user has: choose a port above 1023 with ${portVariable}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${host}, which is not an address of this machine.`;
    default:
      return `Port ${port} for ${title} cannot be listened at (${code ?? 'unknown reason'}).`;
  }
}

/** Host and port under which this machine reaches a listener: wildcard addresses are reached by loopback. */
export function localAddress(host: string, port: number): string {
  if (host === '0.0.0.0' || host === '::') return `http://127.0.0.1:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
