import { prerender } from 'react-dom/static';
import { App } from './app.tsx';
import { AppRouter } from './app-router.tsx';
import { RenderedWith } from './page-data.ts';

export { notFoundRoute, pageRoutes } from './routes.tsx';

/**
 * The complete markup of a page, ready to hydrate, with what staff have published for it. What belongs in the document's head
 * comes first.
 */
export async function renderPage(path: string, data?: object): Promise<string> {
  const { prelude } = await prerender(
    <RenderedWith value={data}>
      <AppRouter serverPath={path}>
        <App />
      </AppRouter>
    </RenderedWith>,
    { progressiveChunkSize: Infinity }, // one piece: larger pages would be assembled by inline scripts
  );
  const { queryClient } = await import('./server-data.tsx');
  queryClient.clear(); // its timers would keep the build running for minutes
  return new Response(prelude).text();
}
