import { withName } from '#domain/questions/questions.ts';
import { namePlaceholder } from '#domain/page-placeholders.ts';
import type { Deps } from './deps.ts';
import { figuresContent, type PageContent } from './http/page-content.ts';
import type { OwnContents, WebBuild } from './http/pages.ts';
import type { PageToRender } from './http/rendering/page-renderer.ts';
import { isStandard } from './publishing/index.ts';
import { shownQuestions } from './questions/index.ts';
import type { FiguresReader } from './report/index.ts';

/** What single pages contain besides what all pages do. */
export function ownContents(deps: Deps, web: WebBuild, figures: FiguresReader): ReadonlyMap<string, OwnContents> {
  const rendered = createRendered(deps, web);
  const { questions } = deps.published;
  return new Map<string, OwnContents>([
    [
      '/',
      async () => {
        const shown = await figures();
        return { contents: shown ? [figuresContent(shown)] : [] };
      },
    ],
    [
      '/faq',
      async () => {
        if (isStandard(questions)) return { contents: [] };
        const { number, document } = questions.current();
        const data = (): object => withName(shownQuestions(document), namePlaceholder);
        return { contents: await rendered({ path: '/faq', address: '/faq', key: `questions ${number}`, data }) };
      },
    ],
  ]);
}

interface Wanted extends Omit<PageToRender, 'data'> {
  /** Different for different data. */
  readonly key: string;
  readonly data: () => object;
}

/**
 * Renders pages again, each once for the same data. When that fails, the page stays as it was built: an old answer is better
 * than none.
 */
function createRendered({ log }: Pick<Deps, 'log'>, web: WebBuild) {
  const latest = new Map<string, { readonly key: string; readonly page: Promise<string> }>();
  return async ({ key, data, path, address }: Wanted): Promise<readonly PageContent[]> => {
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
