import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DonationRow } from '#server/db/tables.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { deliver, openIntent, paidMessage, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { insertPastDonations } from '#test/support/payments/past-donations.ts';
import { signIn, type SignedIn } from '#test/support/accounts/signed-in.ts';
import { ownOrigin, startApp, type TestApp } from '#test/support/app/start-app.ts';
import { countRows } from '#test/support/app/row-counts.ts';

const notFound = {
  status: 404,
  body: '{"code":"donation_not_found","error":"This donation cannot be claimed.","message":"This donation cannot be claimed."}',
};
const forbidden = {
  status: 403,
  body: '{"code":"forbidden","error":"You can only claim donations for yourself.","message":"You can only claim donations for yourself."}',
};

const unknownIds: readonly string[] = [
  'don_00000000000000000000000000',
  'don_0000000000000000000000000',
  'don_0000000000000000000000000u',
  'int_00000000000000000000000000',
  'undefined',
  '0',
  '%',
  "' or '1'='1",
  '\0',
  '\u00e9',
  'a'.repeat(10_000),
  '__proto__',
];

forEachDatabase((engine) => {
  describe('PATCH /api/donations/:id/claim', () => {
    let app: TestApp;
    let donor: SignedIn;
    let other: SignedIn;
    let unclaimed: DonationRow;
    let before: DonationRow[];

    beforeAll(async () => {
      app = await startApp(engine, { cards: stubCardsWithWebhook() });
      donor = await signIn(app);
      other = await signIn(app);
      await insertPastDonations(app.deps, [{ donor_id: donor.user.id }, { donor_id: other.user.id }]);
    });
    beforeEach(async () => {
      const [row] = await insertPastDonations(app.deps, [{}]);
      unclaimed = row!;
      before = await donations();
    });
    afterAll(() => app.close());

    const claim = async (id: string, options: { cookie?: string; payload?: object } = {}) => {
      const { cookie = donor.cookie, payload } = options;
      const response = await app.server.inject({
        method: 'PATCH',
        url: `/api/donations/${encodeURIComponent(id)}/claim`,
        headers: { cookie, origin: ownOrigin },
        ...(payload ? { payload } : {}),
      });
      return { status: response.statusCode, body: response.body };
    };
    const ownerOf = async (id: string) => (await donations()).find((row) => row.id === id)?.donor_id;
    const claimed = (id: string) => ({ status: 200, body: JSON.stringify({ id }) });
    const donations = () => app.deps.db.read.selectFrom('donations').selectAll().orderBy('id').execute();
    const intents = () => app.deps.db.read.selectFrom('donation_intents').selectAll().orderBy('id').execute();

    test('attaches an unclaimed donation to the donor, and changes nothing else', async () => {
      const [intentsBefore, rowsBefore] = [await intents(), await countRows(app.deps.db.read)];
      expect(await claim(unclaimed.id)).toEqual(claimed(unclaimed.id));
      expect(await donations()).toEqual(
        before.map((row) => (row.id === unclaimed.id ? { ...unclaimed, donor_id: donor.user.id } : row)),
      );
      expect(await intents()).toEqual(intentsBefore);
      expect(await countRows(app.deps.db.read)).toEqual(rowsBefore);
    });

    test.each<[string, (user: SignedIn['user']) => object | undefined]>([
      ['no body', () => undefined],
      ['an empty body', () => ({})],
      ["the donor's own userId", ({ id }) => ({ userId: id })],
      ['a userId of null', () => ({ userId: null })],
      ['unknown fields', () => ({ donorId: 'usr_1', amount: 1 })],
    ])('accepts %s', async (_case, payloadOf) => {
      const payload = payloadOf(donor.user);
      expect(await claim(unclaimed.id, payload ? { payload } : {})).toEqual(claimed(unclaimed.id));
      expect(await ownerOf(unclaimed.id)).toBe(donor.user.id);
    });

    test('a repeated claim gets the same response', async () => {
      await claim(unclaimed.id);
      expect(await claim(unclaimed.id)).toEqual(claimed(unclaimed.id));
    });

    test("a claim of another donor's donation is refused like an unknown one, and changes nothing", async () => {
      await claim(unclaimed.id);
      expect(await claim(unclaimed.id, { cookie: other.cookie })).toEqual(notFound);
      expect(await ownerOf(unclaimed.id)).toBe(donor.user.id);
    });

    test('a claim of an unpaid donation is refused until it is paid', async () => {
      const intent = await openIntent(app);
      expect(await claim(intent.donation_id)).toEqual(notFound);
      expect(await claim(intent.id)).toEqual(notFound);
      await deliver(app, paidMessage(intent));
      expect(await claim(intent.donation_id)).toEqual(claimed(intent.donation_id));
    });

    test.each(unknownIds.map((id) => [id.slice(0, 40), id]))(
      'a claim of the unknown id %j is refused with the same bytes and writes nothing',
      async (_start, id) => {
        expect(await claim(id)).toEqual(notFound);
        expect(await donations()).toEqual(before);
      },
    );

    test.each<[string, (user: SignedIn['user']) => unknown]>([
      ["another donor's id", ({ id }) => id],
      ['an unknown id', () => 'usr_00000000000000000000000000'],
      ['an empty text', () => ''],
      ['a number', () => 1],
      ['a list', ({ id }) => [id]],
      ['false', () => false],
    ])('a claim with %s as userId is forbidden for any donation id, and writes nothing', async (_case, userIdOf) => {
      const payload = { userId: userIdOf(other.user) };
      for (const id of [...before.map((row) => row.id), ...unknownIds]) {
        expect(await claim(id, { payload })).toEqual(forbidden);
      }
      expect(await donations()).toEqual(before);
    });

    test.each(['[]', '"usr_1"', '1', '{"userId":'])(
      'the invalid body %s is refused and writes nothing',
      async (payload) => {
        const response = await app.server.inject({
          method: 'PATCH',
          url: `/api/donations/${unclaimed.id}/claim`,
          headers: { cookie: donor.cookie, origin: ownOrigin, 'content-type': 'application/json' },
          payload,
        });
        expect(response.statusCode).toBe(400);
        expect(await donations()).toEqual(before);
      },
    );

    test.each([undefined, {}, { userId: 'usr_1' }, { userId: 1 }])(
      'a visitor with the body %j is refused before anything else, and nothing is written',
      async (payload) => {
        for (const id of [unclaimed.id, 'abc']) {
          const response = await app.server.inject({
            method: 'PATCH',
            url: `/api/donations/${id}/claim`,
            headers: { origin: ownOrigin },
            ...(payload ? { payload } : {}),
          });
          expect({ status: response.statusCode, body: response.json() }).toEqual({
            status: 401,
            body: refusal('sign_in_required', 'Please sign in.'),
          });
        }
        expect(await donations()).toEqual(before);
      },
    );

    test('a claim from another site is refused and writes nothing', async () => {
      const response = await app.server.inject({
        method: 'PATCH',
        url: `/api/donations/${unclaimed.id}/claim`,
        headers: { cookie: donor.cookie, origin: 'https://elsewhere.example' },
      });
      expect(response.statusCode).toBe(403);
      expect(await donations()).toEqual(before);
    });

    test('exactly one of two simultaneous claims by different donors succeeds', async () => {
      const responses = await Promise.all([donor, other].map(({ cookie }) => claim(unclaimed.id, { cookie })));
      expect(responses.toSorted((left, right) => left.status - right.status)).toEqual([
        claimed(unclaimed.id),
        notFound,
      ]);
      const winner = responses[0]!.status === 200 ? donor : other;
      expect(await ownerOf(unclaimed.id)).toBe(winner.user.id);
    });
  });
});
