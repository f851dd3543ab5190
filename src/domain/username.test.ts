import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isInOneAlphabet } from './username.ts';

test.each([
  'admin',
  'Zoé-2_b.c',
  'админ',
  'Ελένη',
  'İpek',
  'משה',
  'ليلى٣',
  'มานี',
  '東京タワー',
  'とうきょう',
  '김민수',
  '金민수',
  '王ㄨㄤ',
  '2024',
  '',
])('%s is in one alphabet', (name) => {
  expect(isInOneAlphabet(name)).toBe(true);
});

test.each([
  ['\u0430dmin', 'a Cyrillic а'],
  ['adm\u0456n', 'a Cyrillic і'],
  ['\u0391nna', 'a Greek Α'],
  ['ann\u0561', 'an Armenian ա'],
  ['anna\u0663', 'an Arabic digit'],
  ['anna\u0967', 'a Devanagari digit'],
  ['山田taro', 'Latin with Han'],
  ['カナ한', 'Japanese with Korean'],
  ['한ㄅ', 'Korean with Chinese'],
  ['\u13aa\u13a0\u13b7', 'letters of Cherokee, which look like Latin ones'],
  ['\ua4ee\ua4d3\ua4df', 'letters of Lisu, which look like Latin ones'],
])('%s is refused: %s', (name) => {
  expect(isInOneAlphabet(name)).toBe(false);
});

const latin = fc.string({ unit: fc.constantFrom('a', 'z', 'é', '0', '-', '_', '.'), minLength: 1 });
const cyrillic = fc.string({ unit: fc.constantFrom('а', 'я', 'ё', '0', '-', '_', '.'), minLength: 1 });

test('a name may have digits, dots and dashes anywhere, and letters of another script nowhere', () => {
  fc.assert(
    fc.property(latin, cyrillic, latin, (one, other, end) => {
      expect(isInOneAlphabet(one)).toBe(true);
      expect(isInOneAlphabet(other)).toBe(true);
      const mixed = one + other + end;
      const isMixed = /[azé]/.test(mixed) && /[аяё]/.test(mixed);
      expect(isInOneAlphabet(mixed)).toBe(!isMixed);
    }),
  );
});

test('every part of a name in one alphabet is in one alphabet too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, other) => {
      if (isInOneAlphabet(one + other)) expect([isInOneAlphabet(one), isInOneAlphabet(other)]).toEqual([true, true]);
    }),
  );
});
