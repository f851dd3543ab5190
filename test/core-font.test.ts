import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coreCharacters } from '#tools/build/write-core-font.ts';

test('the core font contains exactly the characters of its unicode-range', () => {
  const sheet = readFileSync(new URL('../src/web/styles/fonts.css', import.meta.url), 'utf8');
  const [, range = ''] = /nunito-core\.woff2[^}]*unicode-range:([^;]+);/.exec(sheet) ?? [];
  const requested = range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .trim()
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
  expect(requested.toSorted()).toEqual([...coreCharacters].toSorted());
});

test('both faces have the same family and weights, so that browsers combine them', () => {
  const sheet = readFileSync(new URL('../src/web/styles/fonts.css', import.meta.url), 'utf8');
  const faces = [...sheet.matchAll(/font-family: 'Nunito Variable';\s+font-style: (\w+);\s+font-weight: ([\d ]+);/g)];
  expect(faces.map(([, style, weight]) => [style, weight])).toEqual([
    ['normal', '400 800'],
    ['normal', '400 800'],
  ]);
});
