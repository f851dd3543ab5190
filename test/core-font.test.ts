import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coreCharacters } from '#tools/build/write-core-font.ts';

test('the core font has exactly the characters that its face is asked for', () => {
  const sheet = readFileSync(new URL('../src/web/styles/fonts.css', import.meta.url), 'utf8');
  const [, range = ''] = /nunito-core\.woff2[^}]*unicode-range:([^;]+);/.exec(sheet) ?? [];
  const asked = range.split(',').flatMap((part) => {
    const [first = 0, last = first] = part
      .trim()
      .replace('U+', '')
      .split('-')
      .map((code) => Number.parseInt(code, 16));
    return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
  });
  expect(asked.toSorted()).toEqual([...coreCharacters].toSorted());
});

test('both faces are the same family in the same weights: else a browser takes one of them for every letter', () => {
  const sheet = readFileSync(new URL('../src/web/styles/fonts.css', import.meta.url), 'utf8');
  const faces = [...sheet.matchAll(/font-family: 'Nunito Variable';\s+font-style: (\w+);\s+font-weight: ([\d ]+);/g)];
  expect(faces.map(([, style, weight]) => [style, weight])).toEqual([
    ['normal', '400 800'],
    ['normal', '400 800'],
  ]);
});
