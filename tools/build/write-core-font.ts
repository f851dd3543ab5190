import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import subsetFont from 'subset-font';
import { coreFontPath } from './paths.ts';

const { resolve } = createRequire(import.meta.url);

/**
 * Writes the subset of the font that nearly every page needs: the letters, digits and signs of English and of money, in the
 * weights we use. Browsers fetch the full font only for text with other letters, such as a name; this saves 18 kB on a first
 * visit (decision 0053).
 */
export async function writeCoreFont(): Promise<void> {
  const fullFont = readFileSync(resolve('@fontsource-variable/nunito/files/nunito-latin-wght-normal.woff2'));
  const coreFont = await subsetFont(fullFont, coreCharacters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 800 } },
    noLayoutClosure: true, // leaves out fractions, superscripts and other variants of the characters, which saves 2.7 kB
  });
  mkdirSync(dirname(coreFontPath), { recursive: true });
  writeFileSync(coreFontPath, coreFont);
}

/** Must equal the `unicode-range` in `src/web/styles/fonts.css`; test/core-font.test.ts compares them. */
export const coreCharacters: string =
  Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCodePoint(0x20 + index)).join('') +
  '\u{a0}£¥©·×–—‘’“”…€−';
