import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashName, hashUntagged, nameKey, untaggedKey } from './names.ts';

test.each([
  ['Alice', 'alice'],
  ['ALICE@Example.ORG', 'alice@example.org'],
  ['\uff21\uff4c\uff49\uff43\uff45', 'alice'], // full-width
  ['\u{1d4d0}lice', 'alice'], // mathematical script
  ['a\ufb03ne', 'affine'], // the ligature ffi
  ['Zoe\u0301', 'zo\u00e9'], // composed and decomposed
  ['\u212a\u00c5ngstr\u00f6m', 'k\u00e5ngstr\u00f6m'], // the Kelvin sign
  ['STRASSE', nameKey('stra\u00dfe')],
  ['\u039f\u0394\u039f\u03a3', nameKey('\u03bf\u03b4\u03bf\u03c3')], // the last sigma of a word looks different
])('%s is the same name as %s', (written, key) => {
  expect(nameKey(written)).toBe(key);
});

test.each([
  ['alice', 'a1ice'],
  ['zoe', 'zo\u00e9'],
  ['a.b', 'ab'],
  ['a_b', 'a-b'],
])('%s and %s are different names', (one, other) => {
  expect(nameKey(one)).not.toBe(nameKey(other));
});

test('for every letter and digit, letter case and Unicode form make no difference', () => {
  const differing: string[] = [];
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const letter = String.fromCodePoint(code);
    if (!/^[\p{L}\p{N}]$/u.test(letter)) continue;
    const key = nameKey(`x${letter}y`);
    const forms = [key, ...formsOf(`x${letter}y`)];
    if (forms.some((form) => nameKey(form) !== key)) differing.push(letter);
  }
  expect(differing).toEqual([]);
});

const formsOf = (name: string): string[] => [
  name.toUpperCase(),
  name.toLowerCase(),
  name.normalize('NFC'),
  name.normalize('NFD'),
  name.normalize('NFKC'),
  name.normalize('NFKD'),
];

describe('the untagged address', () => {
  test.each([
    ['ana@example.org', 'ana@example.org'],
    ['Ana+News@Example.ORG', 'ana@example.org'],
    ['ana+one+two@example.org', 'ana@example.org'],
    ['ana+@example.org', 'ana@example.org'],
    ['a.n.a@example.org', 'a.n.a@example.org'],
    ['+ana@example.org', '+ana@example.org'],
    ['ana@exa+mple.org', 'ana@exa+mple.org'],
    ['A.B+x@GMAIL.com', 'ab@gmail.com'],
    ['a.b.@googlemail.com', 'ab@gmail.com'],
    ['a.b@gmail.com.example.org', 'a.b@gmail.com.example.org'],
    ['a.b@notgmail.com', 'a.b@notgmail.com'],
    ['ana\uFF0Bnews@example.org', 'ana@example.org'],
    ['no address', 'no address'],
  ])('of %s is %s', (email, untagged) => {
    expect(untaggedKey(email)).toBe(untagged);
  });

  test('does not depend on the tag, and an address without a tag stays the same', () => {
    const part = fc.stringMatching(/^[a-zA-Z0-9._-]{1,20}$/);
    fc.assert(
      fc.property(part, fc.stringMatching(/^[a-zA-Z0-9._+-]{0,20}$/), part, (local, tag, domain) => {
        const email = `${local}@${domain}`;
        expect(hashUntagged(`${local}+${tag}@${domain}`)).toBe(hashUntagged(email));
        expect(hashUntagged(email)).toBe(hashName(email));
      }),
    );
  });
});
