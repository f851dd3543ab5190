import { hiddenSentences, type FigureSentences } from '#domain/report/public-figures.ts';
import { reportYear, reportYearPlaceholder } from '#domain/report/report-year.ts';

/** What the server writes into built pages, because it changes without a build. */
export interface PageContent {
  /** Different for each content, so that a page is written and compressed once for each. */
  readonly key: string;
  /** Fills it into a page; most pages have no place for it. */
  readonly putInto: (html: string) => string;
}

/** The year of the report. */
export function reportYearContent(now: Date): PageContent {
  const year = `${reportYear(now)}`;
  return { key: year, putInto: (html) => html.replaceAll(reportYearPlaceholder, year) };
}

/** The public figures, in the home page's hidden elements. The sentences have no characters to escape. */
export const figuresContent = ({ hero, community }: FigureSentences): PageContent => ({
  key: community,
  putInto: (html) =>
    html.replace(hiddenCounter, () => `>${hero}<`).replace(hiddenCommunity, (_, before: string) => before + community),
});

/** The hidden elements, as React renders them. */
const hiddenCounter = ` hidden="">${hiddenSentences.hero}<`;
const hiddenCommunity = / hidden=""(><h3>[^<]*<\/h3><p>)/;
