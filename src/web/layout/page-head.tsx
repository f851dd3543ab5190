import type { JSX } from 'react';
import { brand } from '#domain/brand.ts';
import { publicUrl } from '#web/public-url.ts';

interface PageHeadProps {
  /** What the page is about; the product's name is added. */
  readonly title: string;
  /** One or two sentences for search results and link previews. */
  readonly description: string;
  /** The page's own address, without parameters. */
  readonly path: string;
  /** Whether search engines should list the page; they should, unless it belongs to one visitor. */
  readonly isIndexed?: boolean;
}

/** What the browser's tab and search engines learn of a page. React moves it into the head of the document. */
export function PageHead({ title, description, path, isIndexed = true }: PageHeadProps): JSX.Element {
  const fullTitle = path === '/' ? `${brand.name} – ${title}` : `${title} – ${brand.name}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {isIndexed ? <link rel="canonical" href={publicUrl() + path} /> : <meta name="robots" content="noindex" />}
    </>
  );
}
