import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router';
import { App } from './app.tsx';

export { notFoundRoute, pageRoutes } from './routes.tsx';

/** The markup of a page at rest, as the browser will take it over. What belongs into the document's head comes first in it. */
export async function renderPage(path: string): Promise<string> {
  const { prelude } = await prerender(
    <StaticRouter location={path}>
      <App />
    </StaticRouter>,
    { progressiveChunkSize: Infinity }, // in one piece: larger pages would be put together by inline scripts
  );
  const { queryClient } = await import('./server-data.tsx');
  queryClient.clear(); // its timers would keep the build running for minutes
  return new Response(prelude).text();
}
