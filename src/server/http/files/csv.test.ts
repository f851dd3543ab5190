import { expect, test } from 'vitest';
import { writeCsv, type CsvColumn } from './csv.ts';

type Row = readonly [string | null, number];

const columns: readonly CsvColumn<Row>[] = [
  { header: 'Text', valueOf: ([text]) => text },
  { header: 'Amount', valueOf: ([, amount]) => amount },
];

async function* pagesOf(...pages: readonly (readonly Row[])[]): AsyncGenerator<readonly Row[]> {
  yield* pages;
}

async function read(...pages: readonly (readonly Row[])[]): Promise<string[]> {
  const texts: string[] = [];
  for await (const text of writeCsv(columns, pagesOf(...pages))) texts.push(text);
  return texts;
}

test('a table is written page by page, after its heading', async () => {
  expect(await read([['a', 1]], [], [['b, "c"', 2.5]])).toEqual([
    '\uFEFFText,Amount\r\n',
    'a,1\r\n',
    '',
    '"b, ""c""",2.5\r\n',
  ]);
});

test.each(['=1+1', '+1', '-1', '@sum', '\tx', '\rx'])(
  'a text that looks like a formula is escaped: %j',
  async (text) => {
    const [, row = ''] = await read([[text, 0]]);
    expect(row.replaceAll('"', '').startsWith(`'${text}`)).toBe(true);
  },
);

test('a negative number stays a number, and null is an empty cell', async () => {
  expect(await read([[null, -5.24]])).toEqual(['\uFEFFText,Amount\r\n', ',-5.24\r\n']);
});
