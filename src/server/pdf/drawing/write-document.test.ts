import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPdf } from '#test/support/app/read-pdf.ts';
import { mark } from './page-frame.ts';
import type { Sheet } from './sheet.ts';
import { writeDocument } from './write-document.ts';

const info = {
  title: 'A (short) report',
  subject: 'Łódź, 食',
  date: new Date('2026-03-04T12:00:00Z'),
  sender: { name: 'Kindbite', contactEmail: 'help@give.example' },
};
const footer = 'Kindbite · Skip a snack. Serve a meal. · help@give.example';

const read = async (draw: (sheet: Sheet) => void) => readPdf(await writeDocument(info, draw));
/** The parts without those of the page frame. */
const contentOf = async (draw: (sheet: Sheet) => void) =>
  (await read(draw)).parts.filter(([role]) => !['Artifact', 'Span'].includes(role));

describe('a document', () => {
  test('has a title, a subject, a language and the page frame', async () => {
    const { parts, ...properties } = await read((sheet) => sheet.write({ text: 'Hello', role: 'H1' }));
    expect(properties).toEqual({ title: info.title, subject: info.subject, language: 'en-US', pages: 1 });
    expect(parts).toEqual([
      ['H1', 'Hello'],
      ['Artifact', ''],
      ['Span', `indbite${footer}`],
    ]);
  });

  test('has the same bytes for the same content, and different bytes for another date', async () => {
    const draw = (sheet: Sheet): void => sheet.write({ text: 'Hello' });
    const [first, second] = [await writeDocument(info, draw), await writeDocument(info, draw)];
    expect(first.equals(second)).toBe(true);
    expect(first.equals(await writeDocument({ ...info, date: new Date(0) }, draw))).toBe(false);
  });

  test('numbers several pages and splits no row between them', async () => {
    const { pages, parts } = await read((sheet) => {
      for (let number = 1; number <= 40; number += 1) sheet.row([{ text: `Row ${number}` }, { text: 'value' }]);
    });
    expect(pages).toBe(2);
    expect(parts.filter(([role]) => role === 'Span').map(([, text]) => text)).toEqual([
      `indbite${footer}Page 1 of 2`,
      `indbite${footer}Page 2 of 2`,
    ]);
    expect(parts.filter(([, text]) => text.startsWith('Row'))).toHaveLength(40);
  });

  test('tags tables and pictures', async () => {
    const file = await writeDocument(info, (sheet) => {
      sheet.group('Table', () =>
        sheet.group('TR', () =>
          sheet.row([
            { text: 'Meals', role: 'TH' },
            { text: '3', role: 'TD' },
          ]),
        ),
      );
      sheet.picture('Three bowls', () => sheet.pdf.rect(0, 0, 10, 10).fill('red'));
      sheet.decorate(() => sheet.pdf.rect(0, 0, 10, 10).fill('blue'));
    });
    expect(readPdf(file).parts.map(([role]) => role)).toEqual(['TH', 'TD', 'Figure', 'Artifact', 'Artifact', 'Span']);
    expect(file.toString('latin1')).toContain('/Alt (Three bowls)');
  });
});

describe('text', () => {
  test.each([
    ['Zażółć gęślą jaźń', 'Zażółć gęślą jaźń'],
    ['Tiếng Việt, Київ, Ґанок', 'Tiếng Việt, Київ, Ґанок'],
    ['$3.50 €2 £1 ₹5 −1 … “so”', '$3.50 €2 £1 ₹5 −1 … “so”'],
    ['de\u0301composed', 'décomposed'],
    ['ﬁve ＡＢ① ﬅ', 'ﬁve AB1 st'],
    ['rice 米 and tea', 'rice ? and tea'],
    ['an 🍎 apple 👩‍👩‍👧\u200b', 'an apple'],
    ['a\nline\tbroken\0', 'a line broken'],
    ['\ud800half', 'half'],
    ['🍎', ''],
    ['', ''],
  ])('%j is drawn as %j', async (text, drawn) => {
    expect(await contentOf((sheet) => sheet.write({ text }))).toEqual([['P', drawn]]);
  });

  test('that the font cannot draw keeps the original for screen readers', async () => {
    const file = await writeDocument(info, (sheet) => sheet.write({ text: 'rice 米' }));
    expect(file.toString('latin1')).toMatch(/\/ActualText \(þÿ/);
  });

  test('breaks between words, and inside a word that is wider than its line', async () => {
    const heights = new Map<string, number>();
    const texts = ['one', 'one two three four five six', 'don_0123456789abcdefghjkmnpqrs'];
    await writeDocument(info, (sheet) => {
      for (const text of texts) {
        const before = sheet.y;
        sheet.write({ text, width: 100, size: 10 });
        heights.set(text, (sheet.y - before) / 14);
      }
    });
    expect([...heights.values()]).toEqual([1, 2, 2]);
    for (const text of texts) {
      expect(await contentOf((sheet) => sheet.write({ text, width: 100, size: 10 }))).toEqual([['P', text]]);
    }
  });
});

test('the logo on each page is the one on the website', () => {
  const svg = readFileSync(new URL('../../../../public/art/mark.svg', import.meta.url), 'utf8');
  expect(svg).toContain(`d="${mark.letter}"`);
  for (const { x, y, radius } of mark.crumbs) expect(svg).toContain(`<circle cx="${x}" cy="${y}" r="${radius}"/>`);
});
