import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminCatalogueResponse, catalogueSentences } from '#contract/admin/catalogue.ts';
import { publishingSentences } from '#contract/admin/publishing.ts';
import { tokenSentences } from '#contract/admin/tokens.ts';
import type { CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import { createPublished } from '#server/published.ts';
import { publish as publishOther, refreshPublished } from '#server/publishing/index.ts';
import { call } from '#test/support/accounts/account-calls.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { memberOf, signInStaff } from '#test/support/accounts/staff.ts';
import { callWithToken, makeToken } from '#test/support/accounts/tokens.ts';
import { refusal } from '#test/support/app/call-app.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { withEntries } from '#test/support/catalogue/catalogue.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { standardCatalogue } from './catalogue-kind.ts';
import { seedCatalogue } from './index.ts';

const url = '/api/admin/catalogue';
const pricier = withEntries(standardCatalogue, { snacks: { 1: { priceMinor: 400 } } });
const newCharity = { id: 10, name: 'Food banks of Oceania', isRetired: false };
const withCharity: CatalogueDocument = {
  ...standardCatalogue,
  charities: [newCharity, ...standardCatalogue.charities],
};

forEachDatabase((engine) => {
  describe('publishing the catalogue', () => {
    let app: TestApp;
    let conny: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      conny = await signInStaff(app, 'content', { username: 'conny' });
    });
    afterEach(() => app.close());

    const publish = async (document: unknown, changes: object = {}, { cookie }: SignedIn = conny) => {
      const body = { document, basedOn: 0, reason: 'New prices', ...changes };
      const response = await call(app, { method: 'POST', url, cookie, body });
      return [response.statusCode, response.json<unknown>()] as const;
    };
    const read = async () =>
      adminCatalogueResponse.parse((await call(app, { method: 'GET', url, cookie: conny.cookie })).json());
    const shown = async (path = '/api/snacks') => {
      const response = await app.server.inject({ url: path });
      return [
        response.headers['content-version'],
        response.json<{ id: number; name: string; price: number }[]>(),
      ] as const;
    };
    const published = (version: number) => [200, { status: 'published', version }];

    test('changes the next response, its version and its ETag', async () => {
      const { etag } = (await app.server.inject({ url: '/api/snacks' })).headers;
      expect(await publish(pricier)).toEqual(published(1));
      const response = await app.server.inject({ url: '/api/snacks', headers: { 'if-none-match': String(etag) } });
      expect([response.statusCode, response.headers['content-version']]).toEqual([200, '1']);
      expect(response.json()).toContainEqual({ id: 1, name: 'Coffee', price: 4, mealsProvided: 3 });
      const again = { 'if-none-match': String(response.headers.etag) };
      const unchanged = await app.server.inject({ url: '/api/snacks', headers: again });
      expect([unchanged.statusCode, unchanged.headers['content-version']]).toEqual([304, '1']);
    });

    test('shows entries in their order, without those that are retired', async () => {
      const [first, ...others] = withEntries(standardCatalogue, { snacks: { 2: { isRetired: true } } }).snacks;
      const charities = withEntries(withCharity, { charities: { 6: { isRetired: true } } }).charities;
      await publish({ snacks: [...others, first], charities });
      expect((await shown())[1].map(({ id }) => id)).toEqual([3, 4, 5, 6, 7, 1]);
      expect((await shown('/api/charities'))[1].map(({ id }) => id)).toEqual([10, 5, 7, 8, 9]);
      expect((await shown('/api/meal-sources'))[1].map(({ id }) => id)).toEqual([3, 4, 5, 6, 7, 1]);
    });

    test('keeps every version, with its author, time, reason and changes', async () => {
      await publish(pricier);
      app.clock.advance(1000);
      await publish(standardCatalogue, { basedOn: 1, reason: 'Too expensive' });
      const { version, document, next, history } = await read();
      expect([version, document, next]).toEqual([2, standardCatalogue, { snackId: 8, charityId: 10 }]);
      expect(history).toMatchObject([
        { version: 2, publishedBy: 'conny', reason: 'Too expensive', publishedAt: '2026-03-04T12:00:01.000Z' },
        { version: 1, changes: [{ name: 'Snack 1: price', before: 'US$3.50', after: 'US$4.00' }] },
      ]);
      expect(await loggedActions(app)).toMatchObject([
        {
          action: 'version_published',
          actor_name: 'conny',
          subject: 'published catalogue',
          before: { version: 0, 'Snack 1: price': 'US$3.50' },
          after: { version: 1, 'Snack 1: price': 'US$4.00' },
          reason: 'New prices',
        },
        { reason: 'Too expensive' },
      ]);
    });

    test('can be scheduled, and is listed as scheduled until its time', async () => {
      const effectiveFrom = '2026-03-05T00:00:00.000Z';
      expect(await publish(pricier, { effectiveFrom })).toEqual(published(1));
      expect((await shown())[0]).toBe('0');
      expect(await read()).toMatchObject({
        version: 1,
        document: standardCatalogue,
        scheduled: [{ version: 1, effectiveFrom, document: pricier }],
      });
      app.clock.advance(12 * 60 * 60 * 1000);
      expect((await shown())[0]).toBe('1');
      expect(await read()).toMatchObject({ document: pricier, scheduled: [] });
    });

    test('reserves the number of a new charity, even when its version is replaced before it begins', async () => {
      await publish(withCharity, { effectiveFrom: '2026-03-05T00:00:00.000Z' });
      expect((await read()).next).toEqual({ snackId: 8, charityId: 11 });
      expect(await publish(pricier, { basedOn: 1 })).toEqual(published(2));
      app.clock.advance(24 * 60 * 60 * 1000);
      expect((await shown('/api/charities'))[1].map(({ id }) => id)).toEqual([5, 6, 7, 8, 9]);
      expect((await read()).next).toEqual({ snackId: 8, charityId: 11 });
      expect(await publish(withCharity, { basedOn: 2 })).toEqual(published(3));
    });

    test('for later cannot remove an entry whose scheduled version begins before', async () => {
      await publish(withCharity, { effectiveFrom: '2026-03-05T00:00:00.000Z' });
      expect(await publish(pricier, { basedOn: 1, effectiveFrom: '2026-03-06T00:00:00.000Z' })).toEqual([
        400,
        refusal('invalid_request', 'Food banks of Oceania cannot be removed. Please retire it instead.'),
      ]);
    });

    test('by two editors tells the second one who published first, and stores nothing for the second', async () => {
      const olga = await signInStaff(app, 'owner', { username: 'olga' });
      await publish(pricier);
      expect(await publish(withCharity, {}, olga)).toEqual([
        409,
        refusal(
          'version_outdated',
          'conny published version 1 on March 4, 2026, 12:00 UTC, after you opened this page. Please look at what changed, then decide.',
        ),
      ]);
      expect((await read()).next).toEqual({ snackId: 8, charityId: 10 });
      expect(
        await publish(withEntries(withCharity, { snacks: { 1: { priceMinor: 400 } } }), { basedOn: 1 }, olga),
      ).toEqual(published(2));
    });

    test('twice at the same moment succeeds once', async () => {
      const olga = await signInStaff(app, 'owner', { username: 'olga' });
      const responses = await Promise.all([publish(pricier), publish(withCharity, {}, olga)]);
      expect(responses.map(([status]) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
      expect((await read()).version).toBe(1);
    });

    test('on top of a version that appears after the check publishes nothing unchecked', async () => {
      const { catalogue } = app.deps.published;
      const refresh = catalogue.refresh.bind(catalogue);
      vi.spyOn(catalogue, 'refresh').mockImplementationOnce(async (db) => {
        await refresh(db);
        const { catalogue: ofOther } = createPublished(app.deps.clock); // another process publishes version 1
        const actor = await memberOf(app.deps, conny.user.id);
        const request = { actor, document: withCharity, basedOn: 0, reason: 'New' };
        await publishOther(app.deps, ofOther, request);
      });
      const withoutCharities = { ...standardCatalogue, charities: [newCharity] };
      const [status, body] = await publish(withoutCharities, { basedOn: 1 });
      expect([status, body]).toEqual([409, refusal('version_outdated', publishingSentences.unknownVersion)]);
      expect((await read()).version).toBe(1);
    });

    const coffee = (changes: object) => ({
      ...standardCatalogue,
      snacks: standardCatalogue.snacks.map((snack) => (snack.id === 1 ? { ...snack, ...changes } : snack)),
    });
    const refused: readonly [string, unknown, object, string][] = [
      ['no name', coffee({ name: ' ' }), {}, catalogueSentences.name],
      ['a name of two lines', coffee({ name: 'Coffee\nTea' }), {}, catalogueSentences.name],
      ['a name that reverses the direction of text', coffee({ name: 'Coffee\u202E' }), {}, catalogueSentences.name],
      ['a long name', coffee({ name: 'a'.repeat(61) }), {}, catalogueSentences.name],
      ['a price of zero', coffee({ priceMinor: 0 }), {}, catalogueSentences.price],
      ['half a cent', coffee({ priceMinor: 0.5 }), {}, catalogueSentences.price],
      ['too high a price', coffee({ priceMinor: 1_000_001 }), {}, catalogueSentences.price],
      ['no meal', coffee({ meals: 0 }), {}, catalogueSentences.meals],
      ['part of a meal', coffee({ meals: 1.5 }), {}, catalogueSentences.meals],
      ['a long source', coffee({ mealsSource: 'a'.repeat(501) }), {}, catalogueSentences.mealsSource],
      ['a path as a picture', coffee({ picture: '../../etc/passwd' }), {}, catalogueSentences.picture],
      ['no snacks', { ...standardCatalogue, snacks: 7 }, {}, catalogueSentences.unreadable],
      [
        'a missing charity',
        { ...standardCatalogue, charities: [] },
        {},
        'Food banks around the world cannot be removed. Please retire it instead.',
      ],
      ['a word as the time', pricier, { effectiveFrom: 'tomorrow' }, publishingSentences.effectiveFrom],
      ['no reason', pricier, { reason: '' }, 'Please enter a reason.'],
    ];
    test('with an unusable value is refused with a sentence, and nothing is stored', async () => {
      for (const [what, document, changes, sentence] of refused)
        expect([what, await publish(document, changes)]).toEqual([what, [400, refusal('invalid_request', sentence)]]);
      expect([(await read()).version, await loggedActions(app)]).toEqual([0, []]);
    });

    test('from a time in the past, or without a change, is refused', async () => {
      expect(await publish(pricier, { effectiveFrom: '2026-03-04T11:59:59.999Z' })).toEqual([
        400,
        refusal('version_in_past', publishingSentences.inPast),
      ]);
      expect(await publish(standardCatalogue)).toEqual([
        409,
        refusal('nothing_changed', publishingSentences.nothingChanged),
      ]);
    });

    test('reaches another process with its next refresh', async () => {
      const other = { ...app.deps, published: createPublished(app.deps.clock) };
      await publish(pricier);
      expect(other.published.catalogue.current().number).toBe(0);
      await refreshPublished(other);
      expect(other.published.catalogue.current().document).toEqual(pricier);
    });

    test('survives a restart, and the restart changes no row', async () => {
      await publish(withEntries(withCharity, { charities: { 5: { name: 'Food banks worldwide' } } }));
      const rows = () => app.deps.db.read.selectFrom('charities').selectAll().orderBy('id').execute();
      const before = await rows();
      await seedCatalogue(app.deps.db);
      expect(await rows()).toEqual(before);
      expect((await shown('/api/charities'))[1][1]).toEqual({ id: 5, name: 'Food banks worldwide' });
    });

    test('is for Content and Owner in person; an Auditor can only read', async () => {
      const codesOf = async (role: 'auditor' | 'finance' | 'support') => {
        const member = await signInStaff(app, role, { username: role });
        const [status] = await publish(pricier, {}, member);
        return [(await call(app, { method: 'GET', url, cookie: member.cookie })).statusCode, status];
      };
      expect(await codesOf('auditor')).toEqual([200, 403]);
      expect(await codesOf('finance')).toEqual([403, 403]);
      const body = { document: pricier, basedOn: 0, reason: 'By program' };
      const { token } = await makeToken(app, conny);
      const response = await callWithToken(app, token, { method: 'POST', url, body });
      expect([response.statusCode, response.json()]).toEqual([
        403,
        refusal('token_not_allowed', tokenSentences.notAllowed),
      ]);
      expect((await read()).version).toBe(0);
    });
  });
});
