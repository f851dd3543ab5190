import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { namePlaceholder, publicUrlPlaceholder } from '#domain/page-placeholders.ts';
import { structuredData } from './structured-data.ts';

export interface RenderedPage {
  readonly path: string;
  /** The renderer's output: tags for the head first, then the body's markup. */
  readonly markup: string;
  /** The folder with the files of `public`. */
  readonly publicFolder: string;
}

/** A page's description of itself, already escaped as in its markup. */
interface PageSummary {
  readonly title: string;
  readonly description: string;
  /** The page's public address. */
  readonly address: string;
}

/**
 * Tags for link previews and search engines, for pages with a canonical address. Only the document has them: programs that read
 * them run no scripts.
 */
export function headTags({ path, markup, publicFolder }: RenderedPage): readonly string[] {
  const summary = summaryOf(markup);
  if (!summary) return [];
  const { title, description, address } = summary;
  return [
    property('og:type', 'website'),
    property('og:site_name', namePlaceholder),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', publicUrlPlaceholder + pictureOf(path, publicFolder)),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    '<meta name="twitter:card" content="summary_large_image">',
    ...structuredData(path, markup).map(dataBlock),
  ];
}

function summaryOf(markup: string): PageSummary | undefined {
  const title = /<title>([^<]*)<\/title>/.exec(markup)?.[1];
  const description = /<meta name="description" content="([^"]*)"/.exec(markup)?.[1];
  const address = /<link rel="canonical" href="([^"]*)"/.exec(markup)?.[1];
  return title === undefined || description === undefined || address === undefined
    ? undefined
    : { title, description, address };
}

const property = (name: string, content: string): string => `<meta property="${name}" content="${content}">`;

/** The page's own picture, such as `art/og-about.png` for `/about`, or else the default one. */
function pictureOf(path: string, publicFolder: string): string {
  const own = `/art/og-${path.slice(1)}.png`;
  return existsSync(join(publicFolder, own)) ? own : '/art/og.png';
}

/** A data block. Browsers do not run it, so the security policy need not allow it. */
const dataBlock = (data: object): string => `<script type="application/ld+json">${jsonInScript(data)}</script>`;

/** Data as JSON for a `<script>` element, which no text in it can end. */
export const jsonInScript = (data: object): string => JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
