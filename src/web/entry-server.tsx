import { prerender } from 'react-dom/static';
import { App } from './app.tsx';
import { AppRouter } from './app-router.tsx';

export { notFoundRoute, pageRoutes } from './routes.tsx';

/** The complete markup of a page, ready to hydrate. What belongs in the document's head comes first. */
export async function renderPage(path: string): Promise<string> {
  const { prelude } = await prerender(
    <AppRouter serverPath={path}>
      <App />
    </AppRouter>,
    { progressiveChunkSize: Infinity }, // one piece: larger pages would be assembled by inline scripts
  );
  const { queryClient } = await import('./server-data.tsx');
  queryClient.clear(); // its timers would keep the build running for minutes
  return new Response(prelude).text();
}
