/** An address to listen on, and the variable that changes it. */
export interface Listener {
  /** The name of what listens, for use inside a sentence: "the product". */
  readonly title: string;
  readonly host: string;
  readonly port: number;
  /** Name of the environment variable that sets the port. */
  readonly portVariable: string;
}

/** Explains in one sentence why a port cannot be used; `code` is the system's error code. */
export function portProblem({ title, host, port, portVariable }: Listener, code: string | undefined): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} for ${title} is already in use: stop the program that uses it, or choose another port with ${portVariable}.`;
    case 'EACCES':
      return `Port ${port} for ${title} needs more privileges than this user has: choose a port above 1023 with ${portVariable}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${host}, which is not an address of this machine.`;
    default:
      return `Port ${port} for ${title} cannot be used (${code ?? 'unknown reason'}).`;
  }
}
