import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportYearPlaceholder } from '#domain/report/report-year.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { reportYearContent } from './page-content.ts';
import { loadWebBuild, servePages } from './pages.ts';

const notice = '<aside class="test-mode-notice" aria-label="Test mode">Test mode: no real money moves</aside>';
const contents = [reportYearContent(new Date('2026-03-04T12:00:00.000Z'))];
const page = (title: string, notices = ''): string =>
  `<!doctype html><title>${title}</title>${notices}<main>${title.repeat(200)}</main>`;
const settings = {
  sandbox: undefined,
  publicUrl: 'https://give.example',
  analyticsId: undefined,
};
const sandbox = { port: 3001, url: 'http://localhost:3001' };

/** A web build of two pages, a hashed script and a picture, in a temporary folder. */
function writeBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'web-build-'));
  mkdirSync(join(folder, 'about'));
  mkdirSync(join(folder, 'assets'));
  const write = (file: string, content: string | Buffer): void => writeFileSync(join(folder, file), content);
  write('index.html', page('Home', '<!--notices-->'));
  write('about/index.html', page('About', '<style>a{}</style><!--notices-->'));
  mkdirSync(join(folder, 'impact-report'));
  write('impact-report/index.html', page(`Report ${reportYearPlaceholder}`));
  write('paypal.html', page('PayPal', '<!--notices-->'));
  write('404.html', page('Not found', '<!--notices-->'));
  write('assets/main-5c6e4a1b.js', 'export {};'.repeat(200));
  write('assets/main-5c6e4a1b.js.br', brotliCompressSync('export {};'.repeat(200)));
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
  const pages = {
    '/': 'index.html',
    '/claim/:id': 'about/index.html',
    '/about': 'about/index.html',
    '/impact-report': 'impact-report/index.html',
    '/paypal-checkout': 'paypal.html',
  };
  write('build.json', JSON.stringify({ pages, notFound: '404.html' }));
  return folder;
}

forEachDatabase((engine) => {
  describe('a built page', () => {
    let folder: string;
    let app: TestApp;

    beforeAll(async () => {
      folder = writeBuild();
      const web = loadWebBuild(folder, { ...settings, sandbox });
      const environment = {
        PAYPAL_CLIENT_ID: 'client',
        PAYPAL_CLIENT_SECRET: 'secret',
        PAYPAL_WEBHOOK_ID: 'WH-1',
        PAYPAL_API_BASE: 'http://127.0.0.1:9',
      };
      app = await startApp(engine, { cards: stubCards(), web, environment });
    });
    afterAll(async () => {
      await app.close();
      rmSync(folder, { recursive: true });
    });

    const get = (url: string, headers: Record<string, string> = {}) => app.server.inject({ url, headers });

    test('allows PayPal’s hosts and window on the PayPal page only', async () => {
      const ownPage = await get('/paypal-checkout');
      expect(ownPage.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
      expect(ownPage.headers['content-security-policy']).toContain("script-src 'self' http://127.0.0.1:9;");
      const unchanged = await get('/paypal-checkout', { 'if-none-match': ownPage.headers.etag ?? '' });
      expect([unchanged.statusCode, unchanged.headers['cross-origin-opener-policy']]).toEqual([
        304,
        'same-origin-allow-popups',
      ]);
      for (const path of ['/', '/about', '/paypal-checkout/more', '/paypal/setup']) {
        const { headers } = await get(path);
        expect(headers['cross-origin-opener-policy']).toBe('same-origin');
        expect(headers['content-security-policy']).toContain("script-src 'self';");
        expect(headers['content-security-policy']).not.toContain('127.0.0.1:9');
      }
    });

    test('is served with its notice, and revalidated each time', async () => {
      const response = await get('/');
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe(page('Home', notice));
      expect(response.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-cache',
        vary: 'accept-encoding',
      });
      expect(response.headers['content-encoding']).toBeUndefined();
    });

    test('names the report year, and the next one after New Year', async () => {
      const first = await get('/impact-report');
      expect(first.body).toBe(page('Report 2025')); // the clock of these tests is in 2026
      app.clock.advance(366 * 24 * 60 * 60 * 1000);
      const second = await get('/impact-report', { 'if-none-match': `${first.headers.etag}` });
      expect([second.statusCode, second.body]).toEqual([200, page('Report 2026')]);
      app.clock.advance(-366 * 24 * 60 * 60 * 1000);
    });

    test('allows its own inline style sheet only; other responses allow none', async () => {
      const hash = createHash('sha256').update('a{}').digest('base64');
      const policyOf = async (url: string): Promise<unknown> => (await get(url)).headers['content-security-policy'];
      expect(await policyOf('/about')).toContain(`style-src 'self' 'sha256-${hash}';`);
      expect(await policyOf('/')).toContain("style-src 'self';");
      expect(await policyOf('/api/snacks')).toContain("style-src 'self';");
    });

    test.each<[string, string | undefined]>([
      ['gzip, deflate, br, zstd', 'br'],
      ['BR', 'br'],
      ['br;q=0.1, gzip', 'br'],
      ['br;q=0, gzip', 'gzip'],
      ['br; q=0.000, gzip;q=0.5', 'gzip'],
      ['gzip', 'gzip'],
      ['gzip;q=0', undefined],
      ['deflate', undefined],
      ['brotli', undefined],
      ['', undefined],
    ])('with Accept-Encoding %j is sent as %s', async (accepted, encoding) => {
      const response = await get('/', { 'accept-encoding': accepted });
      expect(response.headers['content-encoding']).toBe(encoding);
      const readers: Record<string, (body: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };
      const read = readers[encoding ?? ''] ?? ((body: Buffer) => body);
      expect(read(response.rawPayload).toString()).toBe(page('Home', notice));
    });

    test('that the caller already has is not sent again', async () => {
      const { etag } = (await get('/')).headers;
      for (const known of [etag!, `W/${etag}`, `"other", ${etag}`]) {
        const response = await get('/', { 'if-none-match': known });
        expect({ known, status: response.statusCode, body: response.body }).toEqual({ known, status: 304, body: '' });
      }
      expect((await get('/about', { 'if-none-match': etag! })).statusCode).toBe(200);
    });

    test('by HEAD has its headers and no body', async () => {
      const response = await app.server.inject({ method: 'HEAD', url: '/about' });
      expect([response.statusCode, response.body]).toEqual([200, '']);
      expect(response.headers['content-length']).toBe(
        String(Buffer.byteLength(page('About', `<style>a{}</style>${notice}`))),
      );
    });

    test('with a query is the same page', async () => {
      expect((await get('/?transaction_id=don_1')).body).toBe(page('Home', notice));
    });

    test.each([
      '/unknown',
      '/index.html',
      '/about/index.html',
      '/404.html',
      '/build.json',
      '/assets',
      '/assets/',
      '/assets/unknown.js',
      '/assets/main-5c6e4a1b.js.br',
      '/assets/..%2fbuild.json',
      '/assets/__proto__',
      '/..%2f..%2fpackage.json',
      '/%zz',
      '/claim/%E0%A4%A',
      '/claim/',
      '/About',
      '/Claim/don_1',
    ])('that does not exist is the not-found page with status 404: %s', async (url) => {
      const response = await get(url);
      expect({ status: response.statusCode, body: response.body }).toEqual({
        status: 404,
        body: page('Not found', notice),
      });
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    });

    test('that does not exist stays a 404 for a caller who has seen it', async () => {
      const { etag } = (await get('/unknown')).headers;
      expect((await get('/unknown', { 'if-none-match': etag! })).statusCode).toBe(404);
    });

    test.each(['/api/unknown', '/api', '/paypal/unknown'])('is not sent for %s, which gets JSON', async (url) => {
      const response = await get(url);
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
    });

    test('that cannot be shown at the moment has status 503, and says when to try again', async () => {
      const server = fastify();
      const ownContents = new Map([['/about', async () => ({ contents: [], status: 503 as const })]]);
      servePages(server, loadWebBuild(folder, settings), { contents: () => [], ownContents, headers: new Map() });
      const responses = await Promise.all(['/about', '/'].map((url) => server.inject({ url })));
      expect(responses.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])).toEqual([
        [503, '30'],
        [200, undefined],
      ]);
      await server.close();
    });

    test('is not the response to a POST to an unknown address', async () => {
      const response = await app.server.inject({
        method: 'POST',
        url: '/unknown',
        headers: { origin: 'http://localhost:3000' },
      });
      expect([response.statusCode, response.json().code]).toEqual([404, 'not_found']);
    });

    test.each([
      ['/about/', '/about'],
      ['/about/?from=/a/&to=b', '/about?from=/a/&to=b'],
      ['/claim/don_1/', '/claim/don_1'],
      ['/claim/evil.example/?//evil.example/', '/claim/evil.example?//evil.example/'],
    ])('moves permanently from %s to %s', async (url, target) => {
      const { statusCode, headers } = await get(url);
      expect([statusCode, headers.location]).toEqual([301, target]);
    });

    test.each(['//evil.example/', '//about/', '/about//', '/unknown/'])(
      'is not found at %s, and there is no redirect',
      async (url) => {
        const { statusCode, headers } = await get(url);
        expect([statusCode, headers.location]).toEqual([404, undefined]);
      },
    );

    test('/admin/money, an address of earlier releases, leads to the first page of the admin area', async () => {
      const { statusCode, headers } = await get('/admin/money');
      expect([statusCode, headers.location]).toEqual([301, '/admin']);
    });

    test('loads files with a hash in their name as immutable', async () => {
      const response = await get('/assets/main-5c6e4a1b.js', { 'accept-encoding': 'br' });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-encoding': 'br',
        'x-content-type-options': 'nosniff',
      });
      expect(response.headers['content-type']).toContain('javascript');
      expect(brotliDecompressSync(response.rawPayload).toString()).toBe('export {};'.repeat(200));
    });

    test('loads a file by HEAD without its body', async () => {
      const response = await app.server.inject({ method: 'HEAD', url: '/assets/main-5c6e4a1b.js' });
      expect([response.statusCode, response.body, response.headers['content-length']]).toEqual([200, '', '2000']);
    });

    test('loads other files with one hour of caching', async () => {
      const response = await get('/favicon.svg');
      expect([response.statusCode, response.headers['cache-control']]).toEqual([200, 'public, max-age=3600']);
    });
  });
});

describe('a web build', () => {
  test('has no notice outside test mode', () => {
    const folder = writeBuild();
    const web = loadWebBuild(folder, settings);
    expect(web.pages.get('/')?.(contents).plain.toString()).toBe(page('Home'));
    expect(web.notFound(contents).plain.toString()).toBe(page('Not found'));
    rmSync(folder, { recursive: true });
  });

  test('compresses a page once in each encoding', async () => {
    const folder = writeBuild();
    const home = loadWebBuild(folder, settings).pages.get('/')?.(contents);
    const [brotli, gzip] = await Promise.all([home?.compressed('br'), home?.compressed('gzip')]);
    expect(brotli && brotliDecompressSync(brotli).toString()).toBe(page('Home'));
    expect(gzip && gunzipSync(gzip).toString()).toBe(page('Home'));
    expect(await home?.compressed('br')).toBe(brotli);
    rmSync(folder, { recursive: true });
  });

  test('has different ETags with and without the notice', () => {
    const folder = writeBuild();
    const [withoutNotice, withNotice] = [settings, { ...settings, sandbox }].map((given) =>
      loadWebBuild(folder, given),
    );
    expect(withoutNotice?.pages.get('/')?.(contents).etag).not.toBe(withNotice?.pages.get('/')?.(contents).etag);
    rmSync(folder, { recursive: true });
  });

  test('that is missing throws instead of serving an empty site', () => {
    expect(() => loadWebBuild(join(tmpdir(), 'no-web-build'), settings)).toThrow(
      /^There are no built pages in .*: run npm run build/,
    );
  });
});
