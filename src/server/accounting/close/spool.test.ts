import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSpool } from './spool.ts';

/** Creates temporary files in memory that count how many of them are open. */
function memoryFiles() {
  let open = 0;
  const files = {
    open: async () => {
      open += 1;
      let content = Buffer.alloc(0);
      return {
        append: async (bytes: Uint8Array) => {
          const position = content.length;
          content = Buffer.concat([content, bytes]);
          return position;
        },
        read: async (position: number, length: number) => content.subarray(position, position + length),
        close: async () => void (open -= 1),
      };
    },
  };
  return { files, open: () => open };
}

const names = ['fees', 'one', 'two'] as const;
const anyTexts = fc.array(
  fc.record({
    name: fc.constantFrom(...names),
    text: fc.constantFrom('', 'é', 'a'.repeat(30_000), 'b'.repeat(70_000)),
  }),
);

test('the texts of each file are in the order of writing, and no temporary file stays open', async () => {
  await fc.assert(
    fc.asyncProperty(anyTexts, async (texts) => {
      const { files, open } = memoryFiles();
      const spool = createSpool(files);
      for (const { name, text } of texts) await spool.append(name, text);
      for (const name of names) {
        const pieces: Buffer[] = [];
        for await (const piece of spool.read(name)) pieces.push(piece);
        const expected = texts.filter((one) => one.name === name).map(({ text }) => text);
        expect(Buffer.concat(pieces).toString() === expected.join('')).toBe(true);
      }
      expect(open()).toBeLessThanOrEqual(1);
      await spool.close();
      expect(open()).toBe(0);
    }),
    { numRuns: 30 },
  );
});
