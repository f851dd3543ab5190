import type { JSX } from 'react';
import { publicUrl, siteName } from '#web/page-settings.ts';

interface PageHeadProps {
  /** Title of the page; the product's name is added. */
  readonly title: string;
  /** One or two sentences for search results and link previews. */
  readonly description: string;
  /** The page's path; with its query only if that makes it another page. */
  readonly path: string;
  /** True if search engines should list the page. Pages of a single visitor are not listed. */
  readonly isIndexed?: boolean;
}

/** Title and description for browsers and search engines. React moves them into the document's head. */
export function PageHead({ title, description, path, isIndexed = true }: PageHeadProps): JSX.Element {
  const fullTitle = path === '/' ? `${siteName()} – ${title}` : `${title} – ${siteName()}`;
  return (
    <>
      <title>{fullTitle}</title>
      <meta name="description" content={description} />
      {isIndexed ? <link rel="canonical" href={publicUrl() + path} /> : <meta name="robots" content="noindex" />}
    </>
  );
}
