import { themeColor } from '#domain/brand.ts';
import { ownTagsPlaceholder } from '#server/http/rendering/fill-frame.ts';

export interface PageParts {
  /** The document around every page, with a placeholder for each part. */
  readonly template: string;
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
 * Assembles a page's document, without what React renders. One small script loads the others after the first paint
 * (`entry-start.ts`). CSS is inline, so that nothing delays the first paint. Each style sheet also has a disabled link, which
 * browsers do not fetch: it tells the scripts that the rules are in the page. Otherwise they would load the sheet first.
 */
export function assembleFrame({ template, style, sheets, start, scripts }: PageParts): string {
  const head = [
    ownTagsPlaceholder,
    `<meta name="theme-color" content="${themeColor}">`,
    `<link rel="preload" href="${coreFontIn(style)}" as="font" type="font/woff2" crossorigin>`,
    `<style>${style}</style>`,
    ...sheets.map((file) => `<link rel="stylesheet" href="/${file}" disabled>`),
    `<meta name="scripts" content="${scripts.map((file) => `/${file}`).join(' ')}">`,
    `<script type="module" src="/${start}"></script>`,
  ].join('\n');
  return template.replace('<!--head-->', () => head);
}

function coreFontIn(style: string): string {
  const font = /\/assets\/nunito-core[^"')]+\.woff2/.exec(style)?.[0];
  if (font === undefined) throw new Error('the style sheet does not name the core font');
  return font;
}
