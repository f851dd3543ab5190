import { brand } from '#domain/brand.ts';

/** The parts of one page. */
export interface PageParts {
  /** The document around every page, with a mark where each part belongs. */
  readonly template: string;
  /** What the renderer made: tags for the head first, then the body's markup. */
  readonly markup: string;
  readonly style: string;
  /** Files that the page will load, the entry first. */
  readonly scripts: readonly string[];
}

/**
 * One page as a document. Scripts come at low priority, so that text, font and first picture need not share the line with
 * them; the sheet is inline, so that nothing stands between the document and its first paint.
 */
export function assemblePage({ template, markup, style, scripts }: PageParts): string {
  const [headTags, body] = splitHeadTags(markup);
  const [entry, ...others] = scripts;
  const head = [
    headTags,
    `<meta name="theme-color" content="${brand.themeColor}">`,
    `<link rel="preload" href="${fontIn(style)}" as="font" type="font/woff2" crossorigin>`,
    `<style>${style}</style>`,
    `<script type="module" src="/${entry}" fetchpriority="low"></script>`,
    ...others.map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
  ].join('\n');
  return template.replace('<!--head-->', () => head).replace('<!--app-->', () => body);
}

/** React writes what belongs into the head in front of all other markup. */
function splitHeadTags(markup: string): readonly [head: string, body: string] {
  const head = /^(?:<(?:meta|link)\b[^>]*>|<title\b[^>]*>[^<]*<\/title>)*/.exec(markup)?.[0] ?? '';
  return [head, markup.slice(head.length)];
}

function fontIn(style: string): string {
  const font = /\/assets\/[^"')]+\.woff2/.exec(style)?.[0];
  if (font === undefined) throw new Error('The sheet names no font file');
  return font;
}
