import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config/config.ts';
import { html } from './html.ts';
import type { WebBuild } from './pages.ts';

/** `/robots.txt` and `/sitemap.xml`: the pages that search engines may index. */
export function searchRoutes(app: FastifyInstance, web: WebBuild, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const robots = robotsText(web, publicUrl);
  const sitemap = sitemapText(web, publicUrl);
  app.get('/robots.txt', (_request, reply) =>
    reply.header('cache-control', cacheControl).type('text/plain; charset=utf-8').send(robots),
  );
  app.get('/sitemap.xml', (_request, reply) =>
    reply.header('cache-control', cacheControl).type('application/xml; charset=utf-8').send(sitemap),
  );
}

const cacheControl = 'public, max-age=3600';

function robotsText({ pages, indexablePaths }: WebBuild, publicUrl: string): string {
  const privatePages = [...pages.keys()].filter((path) => !indexablePaths.includes(path)).map(toRobotsPath);
  const disallowed = ['/api/', '/paypal/', '/dev/', ...privatePages];
  return [
    'User-agent: *',
    ...disallowed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${publicUrl}/sitemap.xml`,
    '',
  ].join('\n');
}

/** Matches the page's exact path, or, if the path has a parameter, every path that starts with the part before it. */
function toRobotsPath(path: string): string {
  const [fixed = path, part] = path.split(':');
  return part === undefined ? `${fixed}$` : fixed;
}

const sitemapText = ({ indexablePaths }: WebBuild, publicUrl: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...indexablePaths.map((path) => html`<url><loc>${publicUrl + path}</loc></url>`.markup),
    '</urlset>',
    '',
  ].join('\n');
