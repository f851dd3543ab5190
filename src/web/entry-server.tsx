import { prerender } from 'react-dom/static';
import { App } from './app.tsx';
import { AppRouter } from './app-router.tsx';
import { PageDataContext } from './page-data.ts';

export { notFoundRoute, pageRoutes } from './routes.tsx';

/**
 * Renders the complete markup of a page, ready to hydrate, with what staff have published for it. The elements of the document's
 * head come first.
 */
export async function renderPage(path: string, data?: object): Promise<string> {
  const { prelude } = await prerender(
    <PageDataContext value={data}>
      <AppRouter serverPath={path}>
        <App />
      </AppRouter>
    </PageDataContext>,
    { progressiveChunkSize: Infinity }, // one piece: larger pages would be assembled by inline scripts
  );
  const { queryClient } = await import('./server-data.tsx');
  queryClient.clear(); // its timers would keep the build running for minutes
  return new Response(prelude).text();
}
