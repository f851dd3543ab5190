import { describe, expect, test } from 'vitest';
import { authenticatorCode } from '#test/support/accounts/authenticator.ts';
import { authenticatorUri, newSecret, timeStepOf } from './authenticator.ts';

const published = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'; // the secret of RFC 6238, appendix B

describe('codes of an authenticator', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238 at second %i', (second, code) => {
    const instant = new Date(second * 1000);
    expect(timeStepOf(published, code, instant)).toBe(Math.floor(second / 30));
    expect(authenticatorCode(published, instant)).toBe(code);
  });

  test('are accepted one step early or late, but not two', () => {
    const at = (step: number): Date => new Date(step * 30_000 + 15_000);
    const step = 59_000_000;
    const code = authenticatorCode(published, at(step));
    const taken = [-2, -1, 0, 1, 2].map((offset) => timeStepOf(published, code, at(step + offset)));
    expect(taken).toEqual([undefined, step, step, step, undefined]);
  });

  test.each(['', '1', '12345', '1234567', 'abcdef', '２８７０８２', '28708a', '-28708'])('are not %j', (code) => {
    expect(timeStepOf(published, code, new Date(59_000))).toBeUndefined();
  });
});

describe('the secret of an authenticator', () => {
  test('has 160 random bits in base32, from any part of a buffer', () => {
    const bytes = (count: number): Uint8Array => Buffer.from('xx12345678901234567890xx').subarray(2, 2 + count);
    expect(newSecret({ bytes })).toBe(published);
  });

  test("is in the QR code's address with the product and any username", () => {
    const uri = new URL(authenticatorUri(published, 'zoë.a'));
    expect(uri.href).toMatch(/^otpauth:\/\/totp\/Kindbite:zo%C3%AB\.a\?/);
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Kindbite',
      secret: published,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
  });
});
