import { brotliCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { insertSettledDonation } from '#test/support/report/donation-history.ts';
import { newFigures } from '#test/support/report/new-figures.ts';
import { insertVersion } from '#test/support/words/insert-version.ts';
import { newQuestions } from '#test/support/words/questions.ts';
import { insertWordsVersion } from '#test/support/words/words.ts';
import { standardQuestions } from '#domain/questions/standard-questions.ts';
import { standardFigures } from '#domain/report/example-figures.ts';
import { illustrativeNote } from '#domain/report/report-words.ts';
import { loadWebBuild } from '#server/http/pages.ts';
import { builtPath, servedFolder } from '#tools/build/paths.ts';
import { buildIfStale } from '#tools/start/builds.ts';

beforeAll(() => buildIfStale(['pages']));

forEachDatabase((engine) => {
  describe('a page for which staff have published something', () => {
    let app: TestApp;
    beforeAll(async () => {
      const settings = { sandbox: undefined, publicUrl: 'https://give.example', analyticsId: undefined };
      app = await startApp(engine, { cards: stubCards(), web: loadWebBuild(builtPath(servedFolder), settings) });
    });
    afterAll(() => app.close());

    const open = async (url: string): Promise<string> => (await app.server.inject({ url })).body;
    const partOf = (html: string, pattern: RegExp): string => pattern.exec(html)?.[0] ?? '';
    const main = /<main.*<\/main>/s;
    const data = /<script type="application\/ld\+json">.*?<\/script>/s;

    test('has the published texts in its first HTML and in the data for search engines, and is as built after a return to the default', async () => {
      const built = await open('/faq');
      await insertWordsVersion(app);
      await insertVersion(app, 'questions', newQuestions('Yes: ask [{name}](/contact).', 'Can <b>we</b> give?'));
      const html = await open('/faq');
      expect(partOf(html, main)).toContain(
        '<details name="faq"><summary>Can &lt;b&gt;we&lt;/b&gt; give?<svg viewBox="0 0 24 24" aria-hidden="true" class="icon size-6"><path d="m7 10 5 5 5-5"></path></svg></summary><p>Yes: ask <a href="/contact" class="link">Snack Aid</a>.</p></details>',
      );
      expect(partOf(html, data)).toContain(
        String.raw`{"@type":"Question","name":"Can \u003cb>we\u003c/b> give?","acceptedAnswer":{"@type":"Answer","text":"Yes: ask Snack Aid."}}`,
      );
      expect(html).toContain('<title>Frequently Asked Questions – Snack Aid</title>');
      expect(html).toContain('<link rel="canonical" href="https://give.example/faq"/>');
      expect(html).not.toMatch(/\{(?:name|site-name|public-url)\}/);
      await insertVersion(app, 'questions', standardQuestions());
      const { deps } = app;
      await insertVersion(app, 'words', { ...deps.published.words.kind.standard });
      expect(await open('/faq')).toBe(built);
    });

    test('has the published figures and year of the illustrative example, and still says that it is an example', async () => {
      const built = await open('/impact-report');
      await insertVersion(app, 'report', newFigures());
      const html = await open('/impact-report');
      expect(html).toContain('<h1>Impact Report 2024</h1>');
      expect(html).toContain('with 30,000 volunteer hours');
      expect(html).toContain(illustrativeNote);
      await insertVersion(app, 'report', standardFigures);
      expect(await open('/impact-report')).toBe(built);
    });

    test('has the figures of all donations, and the link to their data', async () => {
      const built = await open('/transparency');
      expect(built).toContain('There is nothing to show yet');
      const group = { charity_id: 6, currency: 'CAD', first_day: '2026-03-01', last_day: '2026-03-01' } as const;
      const sums = { donations: 7, amount_minor: 123_450, service_fees_minor: 12_345 };
      await app.deps.db.write
        .insertInto('transparency_groups')
        .values({ kind: 'received', ...group, ...sums, provider_fees_minor: null, paid_on: null })
        .execute();
      app.clock.advance(60_000);
      const html = await open('/transparency');
      expect(partOf(html, main)).toContain('CA$1,234.50');
      expect(partOf(html, main)).toContain('chart-bar');
      expect(partOf(html, main)).toContain('href="/api/transparency/data.json"');
      expect(html).toContain('<link rel="canonical" href="https://give.example/transparency"/>');
      expect(html).not.toMatch(/\{(?:name|site-name|public-url)\}/);
    });

    test('has the report of a public year, in figures and charts, and a link to it from the example', async () => {
      for (let index = 0; index < 6; index += 1) await insertSettledDonation(app);
      app.clock.advance(60_000);
      const closed = await app.server.inject({ url: '/impact-report?year=2026' });
      expect(closed.statusCode).toBe(404);
      expect(closed.body).toContain('There is no report for this year.');
      expect(closed.body).toContain('<meta name="robots" content="noindex"/>');
      await insertVersion(app, 'report_years', { years: [2026] });
      const response = await app.server.inject({ url: '/impact-report?year=2026' });
      expect(response.statusCode).toBe(200);
      expect(response.body).toContain('donors have given US$21.00 in 6 donations to one charity so far');
      expect(response.body).toContain('<title>March: 18</title>');
      expect(response.body).toContain('<link rel="canonical" href="https://give.example/impact-report?year=2026"/>');
      expect(response.body).not.toContain(illustrativeNote);
      expect(brotliCompressSync(response.body).length).toBeLessThan(10_000);
      expect(await open('/impact-report')).toContain('<a href="/impact-report?year=2026"');
      await insertVersion(app, 'report_years', { years: [] });
    });

    test('is named in the HTML of other pages', async () => {
      expect(await open('/about')).not.toContain('published-pages');
      await insertVersion(app, 'questions', newQuestions());
      expect(await open('/about')).toContain('<meta name="published-pages" content="/faq" />');
      expect(await open('/about')).toBe(await open('/about'));
    });
  });
});
