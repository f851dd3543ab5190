import { catalogueContent } from './catalogue/index.ts';
import { currentWords } from './current-words.ts';
import type { Deps } from './deps.ts';
import { reportYearContent, type PageContent } from './http/page-content.ts';
import { wordsContent } from './words/index.ts';

/** Everything in built pages that changes without a build, as of now. */
export const pageContents = (deps: Pick<Deps, 'published' | 'config' | 'clock'>): readonly PageContent[] => [
  wordsContent(deps.published.words.current().number, currentWords(deps)),
  catalogueContent(deps.published.catalogue.current()),
  reportYearContent(deps.clock.now()),
];
