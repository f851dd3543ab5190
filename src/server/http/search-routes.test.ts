import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { loadWebBuild } from './pages.ts';

const noindexTag = '<meta name="robots" content="noindex"/>';

/** Pages by path, as built. */
const pages: Readonly<Record<string, string>> = {
  '/': '<title>Home</title>',
  '/impact': `<title>Impact</title>${noindexTag}`,
  '/impact-report': '<title>Report</title>',
  '/claim/:id': `<title>Claim</title>${noindexTag}`,
};

function writeBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'web-build-'));
  const fileOf = (path: string): string => join(path.slice(1), 'index.html');
  const notFound = '404.html';
  for (const [path, html] of Object.entries(pages)) {
    const file = join(folder, fileOf(path));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
  }
  writeFileSync(join(folder, notFound), noindexTag);
  const files = Object.fromEntries(Object.keys(pages).map((path) => [path, fileOf(path)]));
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ pages: files, notFound }));
  return folder;
}

forEachDatabase((engine) => {
  describe('a search engine', () => {
    let folder: string;
    let app: TestApp;

    beforeAll(async () => {
      folder = writeBuild();
      const web = loadWebBuild(folder, {
        sandbox: undefined,
        publicUrl: ownOrigin,
        analyticsId: undefined,
      });
      app = await startApp(engine, { cards: stubCards(), web });
    });
    afterAll(async () => {
      await app.close();
      rmSync(folder, { recursive: true });
    });

    test('may not index endpoints and private pages, but may index a page whose path merely starts the same', async () => {
      const response = await app.server.inject('/robots.txt');
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8']);
      expect(response.body).toBe(
        `User-agent: *\nDisallow: /api/\nDisallow: /paypal/\nDisallow: /dev/\nDisallow: /impact$\nDisallow: /claim/\nSitemap: ${ownOrigin}/sitemap.xml\n`,
      );
    });

    test('finds exactly the indexable pages in the sitemap, by their public URLs', async () => {
      const response = await app.server.inject('/sitemap.xml');
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/xml; charset=utf-8']);
      expect([...response.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual([
        `${ownOrigin}/`,
        `${ownOrigin}/impact-report`,
      ]);
    });
  });
});
