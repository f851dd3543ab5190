import ipaddr from 'ipaddr.js';

/**
 * The network that limits on callers apply to: for an IPv6 address its first 64 bits, the size that one customer gets, and for
 * IPv4 the address itself. An IPv4-mapped IPv6 address counts as IPv4.
 */
export function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return parsed.parts
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':');
}
