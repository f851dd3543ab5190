import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createEncryption, type SecretKeys } from './encryption.ts';
import { systemRandom } from '#server/ids.ts';

const key = (byte: number): Uint8Array => Buffer.alloc(32, byte);
const encryptionWith = (...keys: SecretKeys) => createEncryption(keys, systemRandom());
const encryption = encryptionWith(key(1));

describe('an encrypted text', () => {
  test('can be read with the same key for the same purpose, and for no other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (text, purpose, other) => {
        const stored = encryption.encrypt(text, purpose);
        expect(encryption.decrypt(stored, purpose)).toBe(text.toWellFormed());
        expect(encryption.decrypt(stored, `${other}${purpose}.`)).toBeUndefined();
      }),
    );
  });

  test('is different each time, and contains nothing of the text', () => {
    const texts = Array.from({ length: 50 }, () => encryption.encrypt('JBSWY3DPEHPK3PXP', 'a'));
    expect(new Set(texts).size).toBe(50);
    for (const text of texts) expect(text).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{59}$/);
    expect(texts.join(' ')).not.toContain('JBSWY3DP');
  });

  test('cannot be read after any of its characters has changed', () => {
    const stored = encryption.encrypt('JBSWY3DPEHPK3PXP', 'a');
    const last = stored.length - 1; // two of its bits are unused
    for (let index = 0; index < last; index += 1) {
      const changed = stored.slice(0, index) + (stored[index] === 'A' ? 'B' : 'A') + stored.slice(index + 1);
      expect({ index, text: encryption.decrypt(changed, 'a') }).toEqual({ index, text: undefined });
    }
  });

  test.each(['', 'JBSWY3DPEHPK3PXP', 'v1.', 'v1.00000000.AAAA', 'v2.00000000.AAAA'])('is not %j', (text) => {
    expect(encryption.decrypt(text, 'a')).toBeUndefined();
    expect(encryption.decrypt(encryption.prefix + 'AAAA', 'a')).toBeUndefined();
  });
});

describe('several keys', () => {
  const rotated = encryptionWith(key(2), key(1));

  test('encrypt with the first, and read what the others encrypted', () => {
    const [earlier, later] = [encryption.encrypt('one', 'a'), rotated.encrypt('two', 'a')];
    expect([rotated.decrypt(earlier, 'a'), rotated.decrypt(later, 'a')]).toEqual(['one', 'two']);
    expect([earlier.startsWith(rotated.prefix), later.startsWith(rotated.prefix)]).toEqual([false, true]);
    expect(encryptionWith(key(2)).decrypt(later, 'a')).toBe('two');
  });

  test('cannot read a text whose key is missing', () => {
    expect(encryption.decrypt(rotated.encrypt('two', 'a'), 'a')).toBeUndefined();
    expect(encryptionWith(key(3)).decrypt(encryption.encrypt('one', 'a'), 'a')).toBeUndefined();
  });
});
