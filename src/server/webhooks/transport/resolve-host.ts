import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

/** The IP addresses of a host. Empty when it has none. Throws when the name servers do not respond. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/**
 * Asks the name servers. Unlike the system's `getaddrinfo` it reads no hosts file and occupies no worker thread while a server
 * hangs.
 */
export const resolveHost: ResolveHost = async (host) => {
  if (isIP(host) !== 0) return [host];
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const results = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  const failure = results.find((result) => result.status === 'rejected' && !isAbsent(result.reason));
  if (addresses.length === 0 && failure?.status === 'rejected') throw failure.reason;
  return addresses;
};

/** Returns true if the name is malformed, does not exist or has no address of this family. */
const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['ENOTFOUND', 'ENODATA', 'EBADNAME'].includes(String(error.code));
