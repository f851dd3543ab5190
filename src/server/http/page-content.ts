import { publishedPagesSetting } from '#domain/page-data.ts';
import { hiddenSentences, type FigureSentences } from '#domain/report/public-figures.ts';
import { reportYear, reportYearPlaceholder } from '#domain/report/report-year.ts';
import { html } from './html.ts';

/** What the server writes into built pages, because it changes without a build. */
export interface PageContent {
  /** Differs for each content, so that a page is written and compressed once for each. */
  readonly key: string;
  /** Fills the content into a page; most pages have no placeholder for it. */
  readonly putInto: (page: string) => string;
}

/** The year of the report. */
export function reportYearContent(now: Date): PageContent {
  const year = `${reportYear(now)}`;
  return { key: year, putInto: (page) => page.replaceAll(reportYearPlaceholder, year) };
}

/** The pages for which staff have published something, for scripts that come to them from another page. */
export const publishedPagesContent = (paths: readonly string[]): PageContent => ({
  key: paths.join(' '),
  putInto: (page) =>
    paths.length === 0
      ? page
      : page.replace(wordsPlaceholder, (placeholder) =>
          [html`<meta name="${publishedPagesSetting}" content="${paths.join(' ')}" />`.markup, placeholder].join(''),
        ),
});

/** The place in the head of a page where `wordsContent` writes the words as settings. */
export const wordsPlaceholder = '<!--words-->';

/** The public figures, in the home page's hidden elements. The sentences have no characters to escape. */
export const figuresContent = ({ hero, community }: FigureSentences): PageContent => ({
  key: community,
  putInto: (page) =>
    page.replace(hiddenCounter, () => `>${hero}<`).replace(hiddenCommunity, (_, before: string) => before + community),
});

/** The hidden elements, as React renders them. */
const hiddenCounter = ` hidden="">${hiddenSentences.hero}<`;
const hiddenCommunity = / hidden=""(><h3>[^<]*<\/h3><p>)/;
