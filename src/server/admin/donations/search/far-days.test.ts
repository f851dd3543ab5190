import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInAdmin } from '#test/support/accounts/signed-in.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';

forEachDatabase((engine) => {
  let app: TestApp;
  let cookie: string;
  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCards() });
    cookie = await signInAdmin(app);
  });
  afterEach(() => app.close());
  const get = (url: string) => call(app, { method: 'GET', url, cookie });

  const including = ['', 'from=0000-01-01', 'to=9999-12-31', 'from=2026-03-04', 'to=2026-03-04'];
  test.each(including)('lists and tables contain the entries of March 4 when filtered by %j', async (query) => {
    const [one] = await insertPastDonations(app.deps, [{ donated_at: '2026-03-04T23:59:59.999Z' }]);
    const page = (await get(`/api/admin/donations?${query}`)).json<{ donations: { id: string }[] }>();
    expect(page.donations.map(({ id }) => id)).toEqual([one!.id]);
    expect((await get(`/api/admin/donations.csv?${query}`)).body).toContain(one!.id);
    expect((await get(`/api/admin/audit-log?${query}`)).json<unknown[]>()).toHaveLength(1);
    expect((await get(`/api/admin/audit-log.csv?${query}`)).body.trimEnd().split('\r\n')).toHaveLength(3);
  });

  test.each(['from=2026-03-05', 'to=2026-03-03'])(
    'lists and tables leave out the entries of March 4 when filtered by %j',
    async (query) => {
      await insertPastDonations(app.deps, [
        { donated_at: '2026-03-04T00:00:00.000Z' },
        { donated_at: '2026-03-04T23:59:59.999Z' },
      ]);
      await get('/api/admin/donations.csv');
      expect((await get(`/api/admin/donations?${query}`)).json()).toMatchObject({ donations: [] });
      expect((await get(`/api/admin/donations.csv?${query}`)).body.trimEnd().split('\r\n')).toHaveLength(1);
      expect((await get(`/api/admin/audit-log?${query}`)).json()).toEqual([]);
    },
  );
});
