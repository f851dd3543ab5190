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

/** Writes a text as CSV, and returns its cell as a program reads it. */
async function cellOf(text: string): Promise<string> {
  const [, row = ''] = await read([[text, 0]]);
  return row.replace(/,0\r\n$/, '').replace(/^"(.*)"$/s, (_quoted, inner: string) => inner.replaceAll('""', '"'));
}

const formulas = ['=1+1', '+1', '-1', '@sum', '＝1', '＋1', '－1', '＠sum'];
const beginnings = ['', ' ', '\u00a0', '\t', '\r', '\n', '"', '" ', '\u200b', '\u2066'];

test.each(beginnings.flatMap((beginning) => formulas.map((formula) => beginning + formula)))(
  'a text that a spreadsheet could take for a formula is escaped: %j',
  async (text) => {
    expect(await cellOf(text)).toMatch(/^'/);
    expect((await cellOf(text)).replaceAll("'", '')).toBe(text);
  },
);

test.each(['\tx', '\rx', '\nx'])('a text that begins with a separator is escaped: %j', async (text) => {
  expect(await cellOf(text)).toBe(`'${text}`);
});

test.each([
  ['Ann;=1+1;x', "Ann;'=1+1;x"],
  [';=1+1', ";'=1+1"],
  ['Ann\t+1', "Ann\t'+1"],
  ['Ann\r@x', "Ann\r'@x"],
  ['Ann\n-1', "Ann\n'-1"],
  ['Ann\r\n=1', "Ann\r\n'=1"],
  ['Ann; =1', "Ann;' =1"],
  ['Ann;"＝1', 'Ann;\'"＝1'],
])('a formula after what Excel may take for the end of a cell is escaped: %j', async (text, escaped) => {
  expect(await cellOf(text)).toBe(escaped);
});

test.each(['Tea; cake', 'a-b', 'a = b', "it's", 'x@example.org', 'Ann\nLee', '5'])(
  'an ordinary text does not change: %j',
  async (text) => {
    expect(await cellOf(text)).toBe(text);
  },
);

test('a negative number stays a number, and null is an empty cell', async () => {
  expect(await read([[null, -5.24]])).toEqual(['\uFEFFText,Amount\r\n', ',-5.24\r\n']);
});
