import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainTextOf, type MarkdownBlocks, type MarkdownText } from '#domain/markdown/markdown.ts';
import { readMarkdown } from './read-markdown.ts';

const text = (words: string) => ({ kind: 'text', text: words }) as const;
const paragraph = (...parts: MarkdownText) => ({ kind: 'paragraph', text: parts }) as const;
const blocksOf = (markdown: string): MarkdownBlocks => {
  const read = readMarkdown(markdown);
  if (read.code === 'refused') throw new Error(`refused: ${read.problem}`);
  return read.blocks;
};

describe('Markdown', () => {
  test.each<[string, MarkdownBlocks]>([
    ['Hello', [paragraph(text('Hello'))]],
    ['# News', [{ kind: 'heading', level: 1, text: [text('News')] }]],
    ['### More', [{ kind: 'heading', level: 2, text: [text('More')] }]],
    [
      '**now** or *never*',
      [paragraph({ kind: 'strong', text: [text('now')] }, text(' or '), { kind: 'emphasis', text: [text('never')] })],
    ],
    [
      '[Donate](https://example.org/a)',
      [paragraph({ kind: 'link', url: 'https://example.org/a', text: [text('Donate')] })],
    ],
    [
      '[Write][us]\n\n[us]: mailto:us@example.org',
      [paragraph({ kind: 'link', url: 'mailto:us@example.org', text: [text('Write')] })],
    ],
    [
      'https://example.org',
      [paragraph({ kind: 'link', url: 'https://example.org/', text: [text('https://example.org')] })],
    ],
    ['one  \ntwo', [paragraph(text('one'), { kind: 'break' }, text('two'))]],
    ['- a\n- b', [{ kind: 'list', isNumbered: false, items: [[paragraph(text('a'))], [paragraph(text('b'))]] }]],
    ['1. a', [{ kind: 'list', isNumbered: true, items: [[paragraph(text('a'))]] }]],
    ['> a', [{ kind: 'quote', blocks: [paragraph(text('a'))] }]],
    ['a\n\n---\n\nb', [paragraph(text('a')), { kind: 'line' }, paragraph(text('b'))]],
    ['1 < 2 & 3 \\* 4', [paragraph(text('1 < 2 & 3 '), text('*'), text(' 4'))]],
    ['', []],
  ])('%j is read as blocks', (markdown, blocks) => {
    expect(blocksOf(markdown)).toEqual(blocks);
  });

  test.each([
    ['<script>alert(1)</script>', 'html'],
    ['Hello <b>you</b>', 'html'],
    ['Hello <img src=x onerror=alert(1)>', 'html'],
    ['<!-- hidden -->', 'html'],
    ['- <style>*{}</style>', 'html'],
    ['[x](javascript:alert(1))', 'link'],
    ['[x](JavaScript:alert(1))', 'link'],
    ['[x](java\tscript:alert(1))', undefined],
    ['[x](<java\tscript:alert(1)>)', 'link'],
    ['[x](&#106;avascript:alert(1))', 'link'],
    ['[x](data:text/html;base64,AAAA)', 'link'],
    ['[x](vbscript:x)', 'link'],
    ['<javascript:alert(1)>', 'link'],
    ['[x][y]\n\n[y]: javascript:alert(1)', 'link'],
    ['[x](/donate)', 'link'],
    ['[x](//example.org)', 'link'],
    ['![x](https://example.org/x.png)', 'image'],
    ['`code`', 'unsupported'],
    ['```\ncode\n```', 'unsupported'],
    ['    code', 'unsupported'],
    ['| a |\n|---|\n| b |', 'unsupported'],
    ['~~gone~~', 'unsupported'],
    ['- [ ] to do', 'unsupported'],
    [`${'> '.repeat(9)}deep`, 'intricate'],
    [`${'>'.repeat(10_000)}deep`, 'intricate'],
    [`${'- '.repeat(9000)}deep`, 'intricate'],
  ])('%j is refused because of %s', (markdown, problem) => {
    const read = readMarkdown(markdown);
    expect(read.code === 'refused' ? read.problem : undefined).toBe(problem);
  });

  test.each([
    ['[x](/account)', '/account'],
    ['[x](/terms#fees)', '/terms#fees'],
    ['[x](https://example.org/a)', 'https://example.org/a'],
    ['[x](mailto:us@example.org)', 'mailto:us@example.org'],
    ['[x](http://example.org)', 'refused'],
    ['[x](//example.org)', 'refused'],
    ['[x](/\\\\example.org)', 'refused'],
    ['[x](account)', 'refused'],
    ['[x](javascript:alert(1))', 'refused'],
    ['[x](data:text/html;base64,AAAA)', 'refused'],
  ])('%j on a page links to %s', (markdown, address) => {
    const read = readMarkdown(markdown, 'page');
    expect(read.code === 'read' ? linksIn(read.blocks) : [read.code]).toEqual([address]);
  });

  test('no text gives a link with another protocol, and none breaks the reader', () => {
    const pieces = fc.constantFrom(
      '[a](',
      '](',
      ')',
      '<',
      '>',
      '[',
      ']',
      '[y]: ',
      'javascript:',
      'java\nscript:',
      'https://x.y',
      'data:',
      '&#x6a;',
      '&colon;',
      '*',
      '**',
      '_',
      '`',
      '!',
      '\\',
      '\n',
      '\n\n',
      '- ',
      '> ',
      '# ',
      '\u0001',
      ' ',
      'a',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 30 }), (parts) => {
        const [mail, page] = [readMarkdown(parts.join('')), readMarkdown(parts.join(''), 'page')];
        if (mail.code === 'read') for (const url of linksIn(mail.blocks)) expect(url).toMatch(/^(https?|mailto):/);
        if (page.code === 'read')
          for (const url of linksIn(page.blocks)) expect(url).toMatch(/^(https:|mailto:|\/(?!\/))/);
      }),
    );
  });

  test.each(['*a ', '[', '**a_', '[a](', '![', '_*', '!', '`', '~~a'])('a long paragraph of %j is refused', (piece) => {
    const markdown = piece.repeat(Math.ceil(20_000 / piece.length));
    expect(readMarkdown(markdown)).toEqual({ code: 'refused', problem: 'intricate' });
  });

  test('many links and stars are fine in paragraphs of a usual length', () => {
    const paragraphOfLinks = '- **[a](https://example.org)**\n'.repeat(100);
    expect(readMarkdown(`${paragraphOfLinks}\n\n`.repeat(4)).code).toBe('read');
  });
});

test('the words of a text are its text without formatting', () => {
  const [block] = blocksOf('Give **a *little*** [today](https://example.org)  \nplease');
  expect(block?.kind === 'paragraph' && plainTextOf(block.text)).toBe('Give a little today please');
});

/** Every address in the blocks. */
function linksIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'url' in value && typeof value.url === 'string' ? [value.url] : [];
  return [...own, ...Object.values(value).flatMap(linksIn)];
}
