import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DonationResponse } from '#contract/donor.ts';
import { detailsHeader, nextCursorHeader } from '#contract/endpoint.ts';
import { writeCursor } from '#server/db/list-page.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';

forEachDatabase((engine) => {
  describe('GET /api/donations', () => {
    let app: TestApp;
    let donor: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine);
      donor = await signIn(app);
    });
    afterEach(() => app.close());

    const list = (query = '', cookie = donor.cookie) =>
      app.server.inject({ url: `/api/donations${query}`, headers: { cookie } });
    const idsOf = (response: Awaited<ReturnType<typeof list>>) =>
      response.json<DonationResponse[]>().map(({ id }) => id);

    test('is an empty list before the first donation', async () => {
      const response = await list();
      expect({ status: response.statusCode, body: response.body }).toEqual({ status: 200, body: '[]' });
      expect(response.headers).not.toHaveProperty(nextCursorHeader);
      expect(response.headers['cache-control']).toBe('no-store');
    });

    test("has the spec's fields and no others, byte by byte", async () => {
      const [once, monthly] = await insertPastDonations(app.deps, [
        { donor_id: donor.user.id, donated_at: '2026-03-04T12:00:00.000Z' },
        {
          donor_id: donor.user.id,
          donated_at: '2026-03-03T08:15:30.250Z',
          charity_id: 9,
          label: 'Custom Donation',
          meals: 1234,
          amount_minor: 123_456,
          is_recurring: 1,
        },
      ]);
      expect((await list()).body).toBe(
        `[{"id":"${once!.id}","snackName":"Coffee","charityName":"Food banks across Canada","amount":3.5,"mealsProvided":3,` +
          `"donationDate":"2026-03-04T12:00:00.000Z","recurring":false},` +
          `{"id":"${monthly!.id}","snackName":"Custom Donation","charityName":"Food banks across Europe","amount":1234.56,` +
          `"mealsProvided":1234,"donationDate":"2026-03-03T08:15:30.250Z","recurring":true}]`,
      );
    });

    test("has the donor's day and the charge when our own page requests them", async () => {
      await insertPastDonations(app.deps, [
        { donor_id: donor.user.id, donated_at: '2026-03-04T23:00:00.000Z', donated_on: '2026-03-05' },
      ]);
      const headers = { cookie: donor.cookie, [detailsHeader]: '1' };
      const response = await app.server.inject({ url: '/api/donations', headers });
      expect(response.json()).toEqual([
        expect.objectContaining({
          donationDate: '2026-03-04T23:00:00.000Z',
          day: '2026-03-05',
          charged: { total: 5.24, currency: 'CAD' },
        }),
      ]);
    });

    test('lists the newest first, whatever the order of insertion, and the higher id first within one instant', async () => {
      const days = ['2026-03-02', '2026-03-04', '2026-03-01', '2026-03-04', '2026-03-03', '2026-03-04'];
      const written = await insertPastDonations(
        app.deps,
        days.map((day) => ({ donor_id: donor.user.id, donated_at: `${day}T12:00:00.000Z` })),
      );
      const newestFirst = written
        .toSorted((left, right) => (`${left.donated_at}${left.id}` < `${right.donated_at}${right.id}` ? 1 : -1))
        .map(({ id }) => id);
      expect(idsOf(await list())).toEqual(newestFirst);
    });

    test("leaves out other donors' donations and unclaimed ones", async () => {
      const other = await signIn(app);
      const [own] = await insertPastDonations(app.deps, [
        { donor_id: donor.user.id },
        { donor_id: other.user.id },
        { donor_id: null },
      ]);
      expect(idsOf(await list())).toEqual([own!.id]);
      expect(idsOf(await list('', other.cookie))).not.toContain(own!.id);
    });

    test('has pages of 1,000 donations, and cursors that lead through all pages and list each donation once', async () => {
      const written = await insertPastDonations(
        app.deps,
        Array.from({ length: 2001 }, (_, index) => ({
          donor_id: donor.user.id,
          donated_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 7) * 1000).toISOString(), // seven donations for each instant
        })),
      );
      const pages: string[][] = [];
      for (let query: string | undefined = ''; query !== undefined;) {
        const response = await list(query);
        pages.push(idsOf(response));
        const cursor = response.headers[nextCursorHeader];
        query = cursor === undefined ? undefined : `?cursor=${String(cursor)}`;
      }
      expect(pages.map(({ length }) => length)).toEqual([1000, 1000, 1]);
      const newestFirst = written
        .toSorted((left, right) => (`${left.donated_at}${left.id}` < `${right.donated_at}${right.id}` ? 1 : -1))
        .map(({ id }) => id);
      expect(pages.flat()).toEqual(newestFirst);
    });

    test('has no cursor for exactly 1,000 donations', async () => {
      const donations = Array.from({ length: 1000 }, () => ({ donor_id: donor.user.id }));
      await insertPastDonations(app.deps, donations);
      const response = await list();
      expect(idsOf(response)).toHaveLength(1000);
      expect(response.headers).not.toHaveProperty(nextCursorHeader);
    });

    test("a cursor from another donor pages only through the caller's own donations", async () => {
      const other = await signIn(app);
      const [newer, older] = await insertPastDonations(app.deps, [
        { donor_id: donor.user.id, donated_at: '2026-03-04T12:00:00.000Z' },
        { donor_id: donor.user.id, donated_at: '2026-03-03T12:00:00.000Z' },
      ]);
      const query = `?cursor=${writeCursor({ at: newer!.donated_at, id: newer!.id })}`;
      expect(idsOf(await list(query))).toEqual([older!.id]);
      expect(idsOf(await list(query, other.cookie))).toEqual([]);
    });

    test.each([
      ['?cursor='],
      ['?cursor=1'],
      ['?cursor=%00'],
      ["?cursor=' or '1'='1"],
      ['?cursor=a&cursor=b'],
      [`?cursor=${writeCursor({ at: 'z', id: '' })}`],
      [`?cursor=${writeCursor({ at: '2026-03-04T12:00:00.000Z', id: 'don_1' })}`],
      [`?cursor=${writeCursor({ at: '2026-03-04', id: 'don_00000000000000000000000000' })}`],
      [`?cursor=${writeCursor({ at: '2026-03-04T12:00:00.000Z', id: 'don_00000000000000000000000000' })}=`],
    ])('a cursor that we did not write is refused: %j', async (query) => {
      const response = await list(encodeURI(query));
      expect({ status: response.statusCode, body: response.json() }).toEqual({
        status: 400,
        body: refusal('invalid_request', 'This page of donations does not exist.'),
      });
    });

    test('ignores other query parameters', async () => {
      const [own] = await insertPastDonations(app.deps, [{ donor_id: donor.user.id }]);
      expect(idsOf(await list('?limit=0&donorId=usr_1&userId[]=2'))).toEqual([own!.id]);
    });

    test('refuses a stranger', async () => {
      const response = await app.server.inject({ url: '/api/donations' });
      expect({ status: response.statusCode, body: response.json() }).toEqual({
        status: 401,
        body: refusal('sign_in_required', 'Please sign in.'),
      });
    });
  });
});
