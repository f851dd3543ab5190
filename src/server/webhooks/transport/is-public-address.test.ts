import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isPublicAddress } from './is-public-address.ts';

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::ffff:a9fe:a9fe',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:10::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '127.1',
  '0x7f000001',
  '',
])('%s is not an address on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2001:200::1',
  '2001:4860:4860::8888',
  '2606:4700:4700::1111',
  '2a00:1450::1',
])('%s is an address on the public internet', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test('no form of an IPv4 address within IPv6 is on the public internet', () => {
  const byte = fc.nat(255);
  const hex = (one: number, other: number): string => ((one << 8) | other).toString(16);
  fc.assert(
    fc.property(byte, byte, byte, byte, (a, b, c, d) => {
      const inHex = `${hex(a, b)}:${hex(c, d)}`;
      for (const form of [
        `::ffff:${inHex}`,
        `::${inHex}`,
        `64:ff9b::${inHex}`,
        `2002:${inHex}::1`,
        `2001:0:${inHex}::`,
      ])
        expect(isPublicAddress(form)).toBe(false);
    }),
  );
});
