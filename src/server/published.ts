import { catalogueKind } from './catalogue/index.ts';
import type { Clock } from './deps.ts';
import type { Published } from './ports/published.ts';
import { holdDocument } from './publishing/index.ts';
import { questionsKind } from './questions/index.ts';
import { ratesKind } from './rates/index.ts';
import { countersKind, exampleFiguresKind, yearsKind } from './report/index.ts';
import { wordsKind } from './words/index.ts';

/** Everything that staff publish: the defaults, until the database is read. */
export const createPublished = (clock: Clock): Published => ({
  rates: holdDocument(ratesKind, clock),
  counters: holdDocument(countersKind, clock),
  words: holdDocument(wordsKind, clock),
  questions: holdDocument(questionsKind, clock),
  report: holdDocument(exampleFiguresKind, clock),
  reportYears: holdDocument(yearsKind, clock),
  catalogue: holdDocument(catalogueKind, clock),
});
