import { isIP } from 'node:net';
import * as z from 'zod/mini';

/** The addresses of proxies that are believed, from a list with commas. */
export const trustedProxiesSchema = z.pipe(
  z.string(),
  z.pipe(
    z.transform((list: string) =>
      list
        .split(',')
        .map((part) => part.trim())
        .filter(Boolean),
    ),
    z.array(z.string()).check(
      z.refine((parts) => parts.every(isProxyAddress), {
        error: 'TRUST_PROXY must name addresses such as 10.0.0.1 or 10.0.0.0/8, separated by commas, or loopback',
      }),
    ),
  ),
);

/** What the server's framework takes for the address of a proxy; it would refuse anything else in a stack trace. */
function isProxyAddress(part: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(part)) return true;
  const [address = '', bits, ...rest] = part.split('/');
  const bitsMax = { 4: 32, 6: 128 }[isIP(address)];
  if (bitsMax === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d+$/.test(bits) && Number(bits) >= 1 && Number(bits) <= bitsMax);
}
