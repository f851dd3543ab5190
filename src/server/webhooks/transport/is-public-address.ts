import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Returns true if an IP address is one host on the public internet (IANA's special-purpose registries). For IPv6, it must be
 * allocated as global unicast: this excludes the forms that stand for an IPv4 address, such as IPv4-mapped and NAT64.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialIPv4.check(address, 'ipv4');
  return isIPv6(address) && globalUnicast.check(address, 'ipv6') && !specialIPv6.check(address, 'ipv6');
}

const subnets = (family: 'ipv4' | 'ipv6', ranges: readonly string[]): BlockList => {
  const list = new BlockList();
  for (const range of ranges) {
    const [network = '', bits] = range.split('/');
    list.addSubnet(network, Number(bits), family);
  }
  return list;
};

const specialIPv4 = subnets('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carriers' own networks
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local, and the metadata services of clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24', // relays of 6to4
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4', // multicast
  '240.0.0.0/4', // reserved, and broadcast
]);

const globalUnicast = subnets('ipv6', ['2000::/3']);

const specialIPv6 = subnets('ipv6', [
  '2001::/23', // protocols, such as Teredo
  '2001:db8::/32',
  '2002::/16', // 6to4
  '3fff::/20',
]);
