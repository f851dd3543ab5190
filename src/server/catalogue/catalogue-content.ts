import { offered, type CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import type { Version } from '#domain/publishing/document-kind.ts';
import { html } from '#server/http/html.ts';
import type { PageContent } from '#server/http/page-content.ts';
import { standardCatalogue } from './catalogue-kind.ts';

/**
 * The snacks on the home page: one placeholder for each, as tall as the card that replaces it, so that nothing moves when the
 * cards load. For the snacks of a new installation, the placeholders of the build do not change.
 */
export const catalogueContent = ({ number, document }: Version<CatalogueDocument>): PageContent => ({
  key: `catalogue ${number}`,
  putInto: (page) => {
    const names = namesIn(document);
    if (names.join('\n') === namesIn(standardCatalogue).join('\n')) return page;
    return page.replace(placeholders, (_, placeholder: string) =>
      names.map((name) => placeholder.replace(nameLine, (_line, start: string) => start + textOf(name))).join(''),
    );
  },
});

const namesIn = ({ snacks }: CatalogueDocument): readonly string[] => offered(snacks).map(({ name }) => name);

/** The line of a name as the page's script renders it. The script reads the names from this line. */
const textOf = (name: string): string =>
  html`<span class="skeleton inline"><span class="invisible">${name}</span></span>`.markup;

/** The placeholders and the line of a name in them, as React renders them. */
const placeholders =
  /(<li><div class="snack-card" aria-hidden="true">(?:(?!<\/li>).)*<\/li>)+(?=<li class="snack-grid-last">)/s;
const nameLine = /(<span class="snack-card-name">)<span[^>]*><\/span>/;
