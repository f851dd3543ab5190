import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeJson, type JsonField } from './write-json.ts';

async function textOf(fields: Readonly<Record<string, JsonField>>): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of writeJson(fields)) pieces.push(piece);
  return pieces.join('');
}

async function* pagesOf<Item>(items: readonly Item[], pageSize: number): AsyncGenerator<readonly Item[]> {
  for (let from = 0; from < items.length; from += pageSize) yield items.slice(from, from + pageSize);
}

test('the text equals that of JSON.stringify, whatever the values and however long the pages', async () => {
  const content = fc.oneof(fc.jsonValue(), fc.array(fc.jsonValue()));
  const objects = fc.dictionary(fc.string(), content, { minKeys: 1, noNullPrototype: true });
  await fc.assert(
    fc.asyncProperty(objects, fc.integer({ min: 1, max: 3 }), async (object, pageSize) => {
      const fields = Object.entries(object).map(([name, value]): [string, JsonField] => [
        name,
        () => (Array.isArray(value) ? pagesOf(value, pageSize) : Promise.resolve(value)),
      ]);
      expect(await textOf(Object.fromEntries(fields))).toBe(`${JSON.stringify(object, null, 2)}\n`);
    }),
  );
});

test('an empty page in the middle of a list adds nothing', async () => {
  async function* list() {
    yield [];
    yield [1];
    yield [];
    yield [2];
  }
  expect(await textOf({ list })).toBe(`${JSON.stringify({ list: [1, 2] }, null, 2)}\n`);
});
