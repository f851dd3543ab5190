import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readWoff } from './read-woff.ts';

const file = readFileSync(fileURLToPath(import.meta.resolve('@fontsource/nunito/files/nunito-latin-400-normal.woff')));

test('a WOFF file becomes a font of the size that it announces, with every table where its directory says', () => {
  const font = readWoff(file);
  expect(font.length).toBe(file.readUInt32BE(16));
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, number) => {
    const at = 12 + number * 16;
    const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    const name = font.toString('latin1', at, at + 4);
    return { name, isRight: name === 'head' || checksum(font, offset, length) === font.readUInt32BE(at + 4) }; // that of `head` leaves a field of its own out
  });
  expect(tables.map(({ name }) => name)).toEqual(expect.arrayContaining(['cmap', 'glyf', 'head', 'hmtx', 'loca']));
  expect(tables.filter(({ isRight }) => !isRight)).toEqual([]);
});

test('anything else is refused', () => {
  expect(() => readWoff(Buffer.from('wOF2 and so on'))).toThrow('this is no WOFF file');
});

/** Sum of a table's words, as fonts keep it (OpenType, Calculating Checksums). */
function checksum(font: Buffer, offset: number, length: number): number {
  let sum = 0;
  for (let at = offset; at < offset + length; at += 4) sum = (sum + font.readUInt32BE(at)) >>> 0;
  return sum;
}
