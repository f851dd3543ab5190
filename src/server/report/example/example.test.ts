import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminReportSentences } from '#contract/admin/report.ts';
import { contradictionIn, standardFigures, withFigures, type ExampleFigures } from '#domain/report/example-figures.ts';
import { impactReport } from '#domain/report/impact-report.ts';
import { isStandard } from '#server/publishing/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { newFigures } from '#test/support/report/new-figures.ts';

const path = '/api/admin/report';

test('the standard figures are those of the specification, and do not contradict each other', () => {
  expect(withFigures(standardFigures)).toEqual(impactReport);
  expect(contradictionIn(standardFigures)).toBeUndefined();
});

forEachDatabase((engine) => {
  describe('the figures of the illustrative report', () => {
    let app: TestApp;
    let content: SignedIn;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      content = await signInStaff(app, 'content', { username: 'conny' });
    });
    afterEach(() => app.close());

    const post = (url: string, body: object) => call(app, { method: 'POST', url, cookie: content.cookie, body });
    const publish = (figures: unknown, basedOn = 0) => post(path, { figures, basedOn, reason: 'Newer figures' });
    const shown = async () =>
      (await app.server.inject({ url: '/api/impact-report' })).json<{ figures: ExampleFigures }>();

    test('are the standard ones until staff publish others, and again when staff return to them; the PDF follows', async () => {
      const pdf = () => app.server.inject({ url: '/api/impact-report.pdf' });
      const before = await pdf();
      expect((await shown()).figures).toEqual(standardFigures);
      expect((await publish(newFigures())).json()).toEqual({ status: 'published', version: 1 });
      expect((await shown()).figures).toEqual(newFigures());
      const after = await pdf();
      expect(after.headers['content-disposition']).toContain('kindbite-impact-report-2024.pdf');
      expect(after.headers.etag).not.toBe(before.headers.etag);
      app.clock.advance(1000);
      await post(`${path}/default`, { basedOn: 1, reason: 'Back' });
      expect(isStandard(app.deps.published.report)).toBe(true);
      const { history } = (await call(app, { method: 'GET', url: path, cookie: content.cookie })).json();
      expect(history).toMatchObject([
        { version: 2 },
        {
          version: 1,
          publishedBy: 'conny',
          changes: [
            { name: 'Year', before: 'last year', after: '2024' },
            { name: 'Volunteer hours', before: '24,360', after: '30,000' },
          ],
        },
      ]);
    });

    test('are refused from an editor who has not seen the newest version', async () => {
      await publish(newFigures());
      const late = await publish(newFigures(1));
      expect([late.statusCode, late.json().code]).toEqual([409, 'version_outdated']);
    });

    test.each<[string, Partial<Record<keyof ExampleFigures, unknown>>, string]>([
      ['a fraction', { donations: 1.5 }, adminReportSentences.count],
      ['a missing number', { meals: null }, adminReportSentences.count],
      ['a negative count', { countries: -1 }, adminReportSentences.count],
      ['a year too long ago', { year: 1999 }, adminReportSentences.year],
      ['seven months', { months: [...standardFigures.months, standardFigures.months[0]] }, adminReportSentences.rows],
      ['fewer donations than its months', { donations: 5 }, 'The months have more donations than the year.'],
      [
        'meals that differ from those of its regions',
        { meals: 783_211 },
        'The meals of the regions must add up to those of the year.',
      ],
      [
        'charities that differ from those of its regions',
        { charities: 36 },
        'The charities of the regions must add up to those of the year.',
      ],
    ])('with %s are refused with a sentence, and nothing is stored', async (_case, changes, sentence) => {
      for (const response of [
        await publish({ ...standardFigures, ...changes }),
        await post(`${path}/preview`, { figures: { ...standardFigures, ...changes } }),
      ])
        expect([response.statusCode, response.json().message]).toEqual([400, sentence]);
      expect((await shown()).figures).toEqual(standardFigures);
    });
  });
});
