import { themeColor } from '#domain/brand.ts';
import { headTags } from './head-tags.ts';

export interface PageParts {
  readonly path: string;
  /** The document around every page, with a placeholder for each part. */
  readonly template: string;
  /** The renderer's output: tags for the head first, then the body's markup. */
  readonly markup: string;
  /** The inline CSS. */
  readonly style: string;
  /** The style sheets that the inline CSS comes from. */
  readonly sheets: readonly string[];
  /** The script that loads the others. */
  readonly start: string;
  /** Scripts that the page loads after its first paint, the entry first. */
  readonly scripts: readonly string[];
}

/**
 * Assembles a page's document. One small script loads the others after the first paint (`entry-start.ts`). CSS is inline, so that nothing delays the first paint. A disabled link to a style sheet is not fetched: it tells the scripts,
 * which would otherwise load the sheet before they render, that its rules are already there.
 */
export function assemblePage({ path, template, markup, style, sheets, start, scripts }: PageParts): string {
  const [ownTags, body] = splitHeadTags(markup);
  const head = [
    ownTags,
    ...headTags(path, markup),
    `<meta name="theme-color" content="${themeColor}">`,
    `<link rel="preload" href="${coreFontIn(style)}" as="font" type="font/woff2" crossorigin>`,
    `<style>${style}</style>`,
    ...sheets.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    `<meta name="scripts" content="${scripts.map((file) => `/${file}`).join(' ')}">`,
    `<script type="module" src="/${start}"></script>`,
  ].join('\n');
  return template.replace('<!--head-->', () => head).replace('<!--app-->', () => body);
}

/** React puts the head's tags before all other markup. */
function splitHeadTags(markup: string): readonly [head: string, body: string] {
  const head = /^(?:<(?:meta|link)\b[^>]*>|<(title|style)\b[^>]*>.*?<\/\1>)*/s.exec(markup)?.[0] ?? '';
  return [head, markup.slice(head.length)];
}

function coreFontIn(style: string): string {
  const font = /\/assets\/nunito-core[^"')]+\.woff2/.exec(style)?.[0];
  if (font === undefined) throw new Error('the style sheet does not name the core font');
  return font;
}
