import { withName } from '#domain/questions/questions.ts';
import type { ReportPage } from '#domain/report/report-page.ts';
import { namePlaceholder } from '#domain/page-placeholders.ts';
import { catalogueContent } from './catalogue/index.ts';
import { currentWords } from './current-words.ts';
import type { Deps } from './deps.ts';
import { figuresContent, publishedPagesContent, reportYearContent, type PageContent } from './http/page-content.ts';
import type { OwnContents, OwnPage, WebBuild } from './http/pages.ts';
import type { PageToRender } from './http/rendering/page-renderer.ts';
import { isStandard } from './publishing/index.ts';
import { shownQuestions } from './questions/index.ts';
import type { FiguresReader, YearsReader } from './report/index.ts';
import { pageOf, type TransparencyReader } from './transparency/index.ts';
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

interface Readers {
  readonly figures: FiguresReader;
  readonly years: YearsReader;
  readonly transparency: TransparencyReader;
}

/** The contents that some pages have in addition to those of all pages. */
export function ownContents(
  deps: Deps,
  web: WebBuild,
  { figures, years, transparency }: Readers,
): ReadonlyMap<string, OwnContents> {
  const render = createRenderer(deps, web);
  const { questions } = deps.published;
  return new Map<string, OwnContents>([
    [
      '/',
      async () => {
        const shown = await figures.shown();
        return { contents: shown ? [figuresContent(shown)] : [] };
      },
    ],
    [
      '/faq',
      async () => {
        if (isStandard(questions)) return { contents: [] };
        const { number, document } = questions.current();
        const data = (): object => withName(shownQuestions(document), namePlaceholder);
        return { contents: await render({ path: '/faq', address: '/faq', key: `questions ${number}`, data }) };
      },
    ],
    [
      '/transparency',
      async () => {
        const page = await transparency();
        if (!page) return { contents: [] };
        const data = pageOf(page);
        const path = '/transparency';
        return { contents: await render({ path, address: path, key: JSON.stringify(data), data: () => data }) };
      },
    ],
    ['/impact-report', (query) => reportPage(deps, { years, render, requested: requestedYear(query) })],
  ]);
}

/** The year in the query of the report's page; undefined for the illustrative example. */
function requestedYear(query: unknown): string | undefined {
  if (typeof query !== 'object' || query === null || !('year' in query)) return undefined;
  return typeof query.year === 'string' ? query.year : '';
}

interface RequestedReport {
  readonly years: YearsReader;
  readonly render: (request: RenderRequest) => Promise<readonly PageContent[]>;
  readonly requested: string | undefined;
}

/** The impact report's page: the illustrative example, a yearly report, or that it is missing. Each year has its own page. */
async function reportPage({ published }: Deps, { years, render, requested }: RequestedReport): Promise<OwnPage> {
  const reports = await years.all();
  const listed = reports.map(({ year }) => year);
  const path = '/impact-report';
  if (requested === undefined) {
    const { number, document } = published.report.current();
    if (isStandard(published.report) && isStandard(published.reportYears)) return { contents: [] };
    const data = (): ReportPage => ({ kind: 'example', figures: document, years: listed });
    return { contents: await render({ path, address: path, key: `example ${number} ${listed.join(' ')}`, data }) };
  }
  const found = await years.find(requested);
  const isFound = found.code === 'found';
  const page: ReportPage = isFound
    ? { kind: 'year', report: found.report, years: listed }
    : { kind: found.code, years: [] };
  const address = `${path}?year=${isFound ? found.report.year : ''}`;
  const contents = await render({ path, address, key: JSON.stringify(page), data: () => page });
  return { contents, variant: address, ...(isFound ? {} : { status: found.code === 'missing' ? 404 : 503 }) };
}

interface RenderRequest extends Omit<PageToRender, 'data'> {
  /** Two calls with the same key have the same data. */
  readonly key: string;
  readonly data: () => object;
}

/**
 * Renders a page again when its data has changed since the last time. When that fails, the built page is shown: an old page is
 * better than none.
 */
function createRenderer({ log }: Pick<Deps, 'log'>, web: WebBuild) {
  const latest = new Map<string, { readonly key: string; readonly page: Promise<string> }>();
  return async ({ key, data, path, address }: RenderRequest): Promise<readonly PageContent[]> => {
    let found = latest.get(address);
    if (found?.key !== key) {
      found = { key, page: web.renderAgain({ path, address, data: data() }) };
      latest.set(address, found);
    }
    try {
      const page = await found.page;
      return [{ key: `${address} ${key}`, putInto: () => page }];
    } catch (error) {
      latest.delete(address);
      log.error({ err: error, page: address }, 'a page could not be rendered again; the built one is shown');
      return [];
    }
  };
}
