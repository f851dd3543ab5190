import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { insertSettledDonation } from '#test/support/report/donation-history.ts';
import { yearRowDonationsMin } from '#domain/report/year-report.ts';
import type { Deps } from './deps.ts';
import { toPage } from './http/page-bytes.ts';
import type { WebBuild } from './http/pages.ts';
import { ownContents } from './page-contents.ts';
import { createYearsReader } from './report/index.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp('sqlite', { cards: stubCards() });
});
afterEach(() => app.close());

describe('while no report can be read', () => {
  beforeEach(async () => {
    const { cookie } = await signInStaff(app, 'content');
    for (let index = 0; index < yearRowDonationsMin; index += 1) await insertSettledDonation(app);
    const body = { year: 2026, isOn: true, basedOn: 0, reason: 'Public' };
    expect((await call(app, { method: 'POST', url: '/api/admin/report-years', cookie, body })).statusCode).toBe(200);
  });

  test.each([
    [{}, undefined, '{"kind":"example","years":[]}'],
    [{ year: '2026' }, 503, '{"kind":"unavailable","years":[]}'],
    [{ year: '2025' }, 404, '{"kind":"missing","years":[]}'],
    [{ year: ['2026', '2025'] }, 404, '{"kind":"missing","years":[]}'],
  ])('the report for %j carries its data', async (query, status, data) => {
    const readers = {
      figures: { latest: async () => undefined, shown: async () => undefined },
      years: createYearsReader(withoutDatabase(app.deps)),
      transparency: async () => undefined,
    };
    const page = await ownContents(app.deps, web, readers).get('/impact-report')?.(query);
    expect(page?.status).toBe(status);
    expect(page?.contents.map(({ putInto }) => putInto('as built'))).toEqual([data]);
  });
});

const withoutDatabase = (deps: Deps): Deps => ({ ...deps, db: { ...deps.db, read: noDatabase } });

const noDatabase = new Proxy({} as Deps['db']['read'], {
  get: () => {
    throw new Error('the database does not respond');
  },
});

const builtPage = () => toPage('as built', { sandbox: undefined, publicUrl: '', analyticsId: undefined });

/** Renders the kind of a page and its years. */
const web: WebBuild = {
  directory: '',
  pages: new Map(),
  indexablePaths: [],
  notFound: builtPage,
  renderAgain: async ({ data }) => JSON.stringify(data, ['kind', 'years']),
};
