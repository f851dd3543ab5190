import ipaddr from 'ipaddr.js';

/**
 * The network that an address counts as where callers are limited: an IPv6 network of 64 bits, the size one customer gets, or
 * a single IPv4 address. An IPv4-mapped IPv6 address counts as IPv4.
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
