import { existsSync } from 'node:fs';
import { brand } from '#domain/brand.ts';
import { publicUrlMark } from '#domain/public-url.ts';
import { publicPath } from './paths.ts';
import { structuredData } from './structured-data.ts';

/** What a page may say of itself, as its markup has it: escaped already. */
interface PageWords {
  readonly title: string;
  readonly description: string;
  /** The page's public address. */
  readonly address: string;
}

/**
 * Tags for link previews and search engines. Only a page with a public address of its own has them; they stand in the
 * document alone, since nobody reads them who runs its scripts.
 */
export function headTags(path: string, markup: string): readonly string[] {
  const words = wordsOf(markup);
  if (!words) return [];
  const { title, description, address } = words;
  return [
    property('og:type', 'website'),
    property('og:site_name', brand.name),
    property('og:title', title),
    property('og:description', description),
    property('og:url', address),
    property('og:image', publicUrlMark + pictureOf(path)),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    '<meta name="twitter:card" content="summary_large_image">',
    ...structuredData(path, markup).map(dataBlock),
  ];
}

function wordsOf(markup: string): PageWords | undefined {
  const title = /<title>([^<]*)<\/title>/.exec(markup)?.[1];
  const description = /<meta name="description" content="([^"]*)"/.exec(markup)?.[1];
  const address = /<link rel="canonical" href="([^"]*)"/.exec(markup)?.[1];
  return title === undefined || description === undefined || address === undefined
    ? undefined
    : { title, description, address };
}

const property = (name: string, content: string): string => `<meta property="${name}" content="${content}">`;

/** The page's own picture where there is one: `public/art/og-about.png` for `/about`. */
function pictureOf(path: string): string {
  const own = `/art/og-${path.slice(1)}.png`;
  return existsSync(publicPath(own)) ? own : '/art/og.png';
}

/** A block of data, which no browser runs: the security policy need not know of it. */
const dataBlock = (data: object): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', String.raw`\u003c`)}</script>`;
