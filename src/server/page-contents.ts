import { catalogueContent } from './catalogue/index.ts';
import { currentWords } from './current-words.ts';
import type { Deps } from './deps.ts';
import { publishedPagesContent, reportYearContent, type PageContent } from './http/page-content.ts';
import { isStandard } from './publishing/index.ts';
import { wordsContent } from './words/index.ts';

/** The current contents of built pages that change without a build. */
export const pageContents = (deps: Pick<Deps, 'published' | 'config' | 'clock'>): readonly PageContent[] => [
  publishedPagesContent(publishedPages(deps)),
  wordsContent(deps.published.words.current().number, currentWords(deps)),
  catalogueContent(deps.published.catalogue.current()),
  reportYearContent(deps.clock.now()),
];

function publishedPages({ published: { questions, report, reportYears } }: Pick<Deps, 'published'>): string[] {
  const isReportStandard = isStandard(report) && isStandard(reportYears);
  return [...(isStandard(questions) ? [] : ['/faq']), ...(isReportStandard ? [] : ['/impact-report'])];
}
