import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readZip } from '#test/support/accounting/read-zip.ts';
import { writeZip } from './zip.ts';

async function zipOf(files: ReadonlyMap<string, readonly string[]>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const archived = Array.from(files, ([name, texts]) => ({
    name,
    content: async function* () {
      yield* texts;
    },
  }));
  for await (const piece of writeZip(archived)) pieces.push(piece);
  return Buffer.concat(pieces);
}

const anyFiles = fc
  .dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), fc.array(fc.string({ unit: 'grapheme' })))
  .map((files) => new Map(Object.entries(files)));

test('an archive contains the files that were written, and has the same bytes every time', async () => {
  await fc.assert(
    fc.asyncProperty(anyFiles, async (files) => {
      const archive = await zipOf(files);
      expect(readZip(archive)).toEqual(new Map([...files].map(([name, texts]) => [name, texts.join('')])));
      expect((await zipOf(files)).equals(archive)).toBe(true);
    }),
  );
});
