import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminReportSentences } from '#contract/admin/report.ts';
import { publicDonationsMin } from '#domain/report/public-figures.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { insertSettledDonation, reverse, type GivenDonation } from '#test/support/report/donation-history.ts';
import { writeBalances } from '#server/accounting/index.ts';
import { createPublished } from '#server/published.ts';
import { refreshPublished } from '#server/publishing/index.ts';
import { writeDonationDays } from '../days/write-donation-days.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const path = '/api/admin/counters';

forEachDatabase((engine) => {
  describe('the public figures', () => {
    let app: TestApp;
    let content: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      content = await signInStaff(app, 'content', { username: 'conny' });
    });
    afterEach(() => app.close());

    const shown = async (): Promise<unknown> => (await app.server.inject({ url: '/api/public-figures' })).json().shown;
    const switchTo = (isOn: boolean, basedOn: number, by: SignedIn = content) =>
      call(app, { method: 'POST', url: path, cookie: by.cookie, body: { isOn, basedOn, reason: 'Spring campaign' } });
    const giveCoffees = async (count: number): Promise<GivenDonation[]> => {
      const given: GivenDonation[] = [];
      for (let index = 0; index < count; index += 1) given.push(await insertSettledDonation(app));
      return given;
    };

    /** Inserts `count` settlements at this moment, without donations, so that they add nothing to any sum. */
    async function insertUnwritten(count: number): Promise<void> {
      const at = app.clock.now().toISOString();
      for (let from = 0; from < count; from += 1000)
        await app.deps.db.write
          .insertInto('ledger_transactions')
          .values(
            Array.from({ length: Math.min(1000, count - from) }, (_, index) => ({
              id: `ltx_${from + index}`,
              cause: `settlement:int_${from + index}`,
              intent_id: null,
              occurred_at: at,
              posted_at: at,
            })),
          )
          .execute();
    }

    test('are hidden until staff show them, and after staff hide them again', async () => {
      await giveCoffees(publicDonationsMin);
      expect(await shown()).toBeNull();
      expect((await switchTo(true, 0)).json()).toEqual({ status: 'published', version: 1 });
      expect(await shown()).toEqual({
        hero: '300 meals donated',
        community: 'Donors have given US$350.00 in 100 donations.',
      });
      await switchTo(false, 1);
      expect(await shown()).toBeNull();
      expect(await loggedActions(app)).toMatchObject([
        { action: 'version_published', reason: 'Spring campaign' },
        { action: 'version_published', reason: 'Spring campaign' },
      ]);
    });

    test('are hidden while there are so few donations that the figures could reveal one of them', async () => {
      const [first] = await giveCoffees(publicDonationsMin);
      await switchTo(true, 0);
      if (first) await reverse(app, first, first.donation.charge_total_minor);
      expect(await shown()).toBeNull();
      await insertSettledDonation(app);
      app.clock.advance(minuteMs);
      expect(await shown()).toMatchObject({ hero: '300 meals donated' });
    });

    test('are at most a minute old, and read once for all visitors', async () => {
      await giveCoffees(publicDonationsMin);
      await switchTo(true, 0);
      const before = await shown();
      await insertSettledDonation(app);
      const read = vi.spyOn(app.deps.db.read, 'selectFrom');
      app.clock.advance(29_999);
      expect(await Promise.all([shown(), shown(), shown()])).toEqual([before, before, before]);
      expect(read).not.toHaveBeenCalled();
      app.clock.advance(30_001);
      const [one, other] = await Promise.all([shown(), shown()]);
      expect([one, other]).toEqual([
        expect.objectContaining({ hero: '303 meals donated' }),
        expect.objectContaining({ hero: '303 meals donated' }),
      ]);
      expect(read.mock.calls.filter(([table]) => table === 'daily_donations')).toHaveLength(2);
    });

    test('are shown by another process after it has read the published version', async () => {
      await giveCoffees(publicDonationsMin);
      const published = createPublished(app.clock);
      await switchTo(true, 0);
      expect(published.counters.current().document.isOn).toBe(false);
      await refreshPublished({ ...app.deps, published });
      expect(published.counters.current().document.isOn).toBe(true);
    });

    test('are not changed by someone who has not seen the last change', async () => {
      await switchTo(true, 0);
      const owner = await signInStaff(app, 'owner', { username: 'olga' });
      const response = await switchTo(false, 0, owner);
      expect([response.statusCode, response.json().code]).toEqual([409, 'version_outdated']);
      expect(response.json().message).toContain('conny published version 1');
    });

    test('are shown to staff, with their history, before they are public', async () => {
      await insertSettledDonation(app);
      await switchTo(true, 0);
      const response = await call(app, { method: 'GET', url: path, cookie: content.cookie });
      expect(response.json()).toMatchObject({
        version: 1,
        isOn: true,
        donationsMin: publicDonationsMin,
        figures: { donations: 1, hero: '3 meals donated', community: 'Donors have given US$3.50 in 1 donation.' },
        history: [
          { version: 1, publishedBy: 'conny', changes: [{ name: 'counters', before: 'hidden', after: 'shown' }] },
        ],
      });
    });

    test('are not available after an upgrade until the days of many donations are written', async () => {
      await switchTo(true, 0);
      await giveCoffees(publicDonationsMin);
      await insertUnwritten(10_000);
      app.clock.advance(50 * hourMs);
      const read = async () => (await call(app, { method: 'GET', url: path, cookie: content.cookie })).json();
      const years = () => call(app, { method: 'GET', url: '/api/admin/report-years', cookie: content.cookie });
      expect(await read()).toMatchObject({ isOn: true, figures: null });
      expect(await shown()).toBeNull();
      expect((await years()).json()).toMatchObject({ code: 'unavailable', message: adminReportSentences.preparing });
      await writeBalances(app.deps);
      await writeDonationDays(app.deps);
      app.clock.advance(minuteMs);
      expect(await read()).toMatchObject({ figures: { donations: publicDonationsMin } });
      expect(await shown()).toMatchObject({ hero: '300 meals donated' });
      expect((await years()).statusCode).toBe(200);
    });

    test.each(['finance', 'support', 'auditor'] as const)(
      'cannot be switched on or off by the role %s',
      async (role) => {
        const other = await signInStaff(app, role, { username: 'other' });
        expect((await switchTo(true, 0, other)).statusCode).toBe(403);
        expect(await shown()).toBeNull();
      },
    );
  });
});
