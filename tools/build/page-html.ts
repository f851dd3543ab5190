import { brand } from '#domain/brand.ts';
import { headTags } from './head-tags.ts';

/** The parts of one page. */
export interface PageParts {
  readonly path: string;
  /** The document around every page, with a mark where each part belongs. */
  readonly template: string;
  /** What the renderer made: tags for the head first, then the body's markup. */
  readonly markup: string;
  /** The rules that stand inside the document. */
  readonly style: string;
  /** Files that those rules were taken from. */
  readonly sheets: readonly string[];
  /** Files that the page will load, the entry first. */
  readonly scripts: readonly string[];
}

/**
 * One page as a document. Scripts come at low priority, so that text, font and first picture need not share the line with
 * them; its rules are inline, so that nothing stands between the document and its first paint. A disabled link to each sheet
 * is not fetched: it tells the scripts, which would load the sheet before the page's part, that its rules are here already.
 */
export function assemblePage({ path, template, markup, style, sheets, scripts }: PageParts): string {
  const [ownTags, body] = splitHeadTags(markup);
  const [entry, ...others] = scripts;
  const head = [
    ownTags,
    ...headTags(path, markup),
    `<meta name="theme-color" content="${brand.themeColor}">`,
    `<link rel="preload" href="${fontIn(style)}" as="font" type="font/woff2" crossorigin>`,
    `<style>${style}</style>`,
    ...sheets.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    `<script type="module" src="/${entry}" fetchpriority="low"></script>`,
    ...others.map((file) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
  ].join('\n');
  return template.replace('<!--head-->', () => head).replace('<!--app-->', () => body);
}

/** React writes what belongs into the head in front of all other markup. */
function splitHeadTags(markup: string): readonly [head: string, body: string] {
  const head = /^(?:<(?:meta|link)\b[^>]*>|<(title|style)\b[^>]*>.*?<\/\1>)*/s.exec(markup)?.[0] ?? '';
  return [head, markup.slice(head.length)];
}

function fontIn(style: string): string {
  const font = /\/assets\/[^"')]+\.woff2/.exec(style)?.[0];
  if (font === undefined) throw new Error('The sheet names no font file');
  return font;
}
