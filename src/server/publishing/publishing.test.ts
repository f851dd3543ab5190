import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { publishingSentences } from '#contract/admin/publishing.ts';
import { seededRates, type Rates } from '#domain/rates/rates.ts';
import { ratesKind } from '#server/rates/index.ts';
import { loggedActions } from '#test/support/accounts/audit-log.ts';
import type { SignedIn } from '#test/support/accounts/signed-in.ts';
import { signInStaff } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { holdDocument, publish, readVersions, refreshPublished, versionOfPage, type PublishRequest } from './index.ts';

const withCanadianRate = (unitsPerDollar: string): Rates => ({
  ...seededRates,
  CAD: { unitsPerDollar, day: '2026-03-03', source: 'ECB' },
});

const minuteMs = 60 * 1000;

forEachDatabase((engine) => {
  describe('what staff publish', () => {
    let app: TestApp;
    let fina: SignedIn;

    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
      fina = await signInStaff(app, 'finance', { username: 'fina' });
    });
    afterEach(() => app.close());

    const publishRates = (request: Partial<PublishRequest<Rates>>) =>
      publish(app.deps, app.deps.published.rates, {
        actor: { ...fina.user, staff_role: 'finance' },
        document: withCanadianRate('1.4'),
        basedOn: 0,
        reason: 'New rates',
        ...request,
      });
    const current = () => app.deps.published.rates.current();
    const currentRate = () => current().document.CAD.unitsPerDollar;
    const storedVersions = async () =>
      (await readVersions(app.deps.db.read, ratesKind)).map(({ version }) => version).toReversed();

    test('is the default until something is published', () => {
      expect(current()).toEqual({ number: 0, document: seededRates, effectiveFrom: new Date(0) });
    });

    test('applies immediately in the process that publishes it', async () => {
      expect(await publishRates({})).toEqual({ code: 'published', version: 1 });
      expect(current()).toEqual({
        number: 1,
        document: withCanadianRate('1.4'),
        effectiveFrom: app.clock.now(),
      });
    });

    test('is in the audit log, with who changed what, and why', async () => {
      await publishRates({});
      expect(await loggedActions(app)).toEqual([
        {
          action: 'version_published',
          actor_name: 'fina',
          subject: 'published rates',
          before: { version: 0, CAD: '1.36 (2026-11-21, first rates)' },
          after: { version: 1, CAD: '1.4 (2026-03-03, ECB)' },
          reason: 'New rates',
        },
      ]);
    });

    test('has a history, newest first, that says what each version changed', async () => {
      await publishRates({});
      app.clock.advance(1000);
      await publishRates({ document: seededRates, basedOn: 1, actor: 'system', reason: 'Back to the default' });
      const [standard, changed] = ['1.36 (2026-11-21, first rates)', '1.4 (2026-03-03, ECB)'];
      expect(await readVersions(app.deps.db.read, ratesKind)).toEqual([
        {
          version: 2,
          effectiveFrom: '2026-03-04T12:00:01.000Z',
          publishedAt: '2026-03-04T12:00:01.000Z',
          publishedBy: 'system',
          reason: 'Back to the default',
          changes: [{ name: 'CAD', before: changed, after: standard }],
        },
        {
          version: 1,
          effectiveFrom: '2026-03-04T12:00:00.000Z',
          publishedAt: '2026-03-04T12:00:00.000Z',
          publishedBy: 'fina',
          reason: 'New rates',
          changes: [{ name: 'CAD', before: standard, after: changed }],
        },
      ]);
      expect(current().document).toEqual(seededRates);
    });

    test('has a history in pages of 50', async () => {
      for (let basedOn = 0; basedOn < 52; basedOn += 1)
        await publishRates({ basedOn, document: withCanadianRate(`1.${basedOn + 10}`) });
      const versions = await readVersions(app.deps.db.read, ratesKind);
      expect([versions.length, versions[0]?.version, versions.at(-1)?.version]).toEqual([50, 52, 3]);
      const older = await readVersions(app.deps.db.read, ratesKind, 3);
      expect(older.map(({ version, changes }) => [version, changes[0]?.after])).toEqual([
        [2, '1.11 (2026-03-03, ECB)'],
        [1, '1.10 (2026-03-03, ECB)'],
      ]);
    });

    test('is refused when someone else has published since, and the author is told who and when', async () => {
      await publishRates({});
      expect(await publishRates({ document: withCanadianRate('1.5') })).toEqual({
        code: 'version_outdated',
        sentence:
          'fina published version 1 on March 4, 2026, 12:00 UTC, after you opened this page. Please look at what changed, then decide.',
      });
      expect([await storedVersions(), currentRate()]).toEqual([[1], '1.4']);
      expect(await publishRates({ document: withCanadianRate('1.5'), basedOn: 1 })).toMatchObject({ version: 2 });
    });

    test('is refused when it is based on a version that does not exist', async () => {
      expect(await publishRates({ basedOn: 1 })).toEqual({
        code: 'version_outdated',
        sentence: publishingSentences.unknownVersion,
      });
    });

    test('is refused when nothing changes', async () => {
      expect(await publishRates({ document: seededRates })).toMatchObject({ code: 'nothing_changed' });
      expect([await storedVersions(), await loggedActions(app)]).toEqual([[], []]);
    });

    test('can apply later, without another write', async () => {
      const effectiveFrom = new Date('2026-03-05T00:00:00.000Z');
      await publishRates({ effectiveFrom });
      expect(currentRate()).toBe('1.36');
      await refreshPublished(app.deps);
      app.clock.advance(12 * 60 * 60 * 1000 - 1);
      expect(currentRate()).toBe('1.36');
      app.clock.advance(1);
      expect([currentRate(), await storedVersions()]).toEqual(['1.4', [1]]);
    });

    test('cannot apply from a time in the past', async () => {
      expect(await publishRates({ effectiveFrom: new Date('2026-03-04T11:59:59.999Z') })).toEqual({
        code: 'version_in_past',
        sentence: publishingSentences.inPast,
      });
      expect([await storedVersions(), await loggedActions(app)]).toEqual([[], []]);
    });

    test('replaces a version that was to apply later', async () => {
      await publishRates({ effectiveFrom: new Date('2026-03-05T00:00:00.000Z') });
      await publishRates({ basedOn: 1, document: withCanadianRate('1.5') });
      app.clock.advance(24 * 60 * 60 * 1000);
      expect(currentRate()).toBe('1.5');
    });

    test('that was to apply later can apply from another time without another change', async () => {
      await publishRates({ effectiveFrom: new Date('2026-03-05T00:00:00.000Z') });
      expect(await publishRates({ basedOn: 1 })).toEqual({ code: 'published', version: 2 });
      expect(currentRate()).toBe('1.4');
      expect(await publishRates({ basedOn: 2 })).toMatchObject({ code: 'nothing_changed' });
    });

    test('is the same in a process that starts later', async () => {
      await publishRates({});
      await publishRates({ basedOn: 1, document: withCanadianRate('1.5') });
      await publishRates({
        basedOn: 2,
        document: withCanadianRate('1.6'),
        effectiveFrom: new Date('2026-03-05T00:00:00.000Z'),
      });
      const later = holdDocument(ratesKind, app.clock);
      await later.refresh(app.deps.db.read);
      expect(later.current()).toEqual(current());
      app.clock.advance(24 * 60 * 60 * 1000);
      expect([later.current().number, currentRate()]).toEqual([3, '1.6']);
    });

    test('is honored for 30 minutes after it was replaced, even by a process that starts later', async () => {
      await publishRates({});
      app.clock.advance(minuteMs);
      await publishRates({ basedOn: 1, document: withCanadianRate('1.5') });
      await publishRates({ basedOn: 2, document: withCanadianRate('1.6'), effectiveFrom: new Date('2026-03-05') });
      const honored = async () => {
        const later = holdDocument(ratesKind, app.clock);
        await later.refresh(app.deps.db.read);
        const { rates } = app.deps.published;
        return [rates, later].map((held) =>
          [0, 1, 2, 3, 4].filter((number) => held.honored(number)?.number === number),
        );
      };
      expect(await honored()).toEqual([
        [0, 1, 2],
        [0, 1, 2],
      ]);
      app.clock.advance(29 * minuteMs);
      expect(await honored()).toEqual([
        [1, 2],
        [1, 2],
      ]);
      app.clock.advance(minuteMs);
      await publishRates({ basedOn: 3, document: withCanadianRate('1.7') });
      expect(await honored()).toEqual([
        [2, 4],
        [2, 4],
      ]);
    });

    test('is found for a page that another process has served with it', async () => {
      const other = holdDocument(ratesKind, app.clock);
      await publishRates({});
      const versionFor = async (number: number | undefined) =>
        (await versionOfPage(app.deps, other, number)).document.CAD.unitsPerDollar;
      expect([await versionFor(undefined), await versionFor(0)]).toEqual(['1.36', '1.36']);
      expect([await versionFor(1), await versionFor(0), await versionFor(undefined)]).toEqual(['1.4', '1.36', '1.4']);
      expect(await versionFor(2)).toBe('1.4');
    });

    test('is read once by two refreshes at the same time', async () => {
      const other = holdDocument(ratesKind, app.clock);
      await publishRates({});
      await Promise.all([other.refresh(app.deps.db.read), other.refresh(app.deps.db.read)]);
      expect(other.current()).toEqual(current());
    });

    test('stays in force when what another release has published cannot be read', async () => {
      await publishRates({});
      await app.deps.db.write
        .insertInto('published_versions')
        .values({
          kind: 'rates',
          version: 2,
          document: '{"of":"another release"}',
          effective_from: '2026-03-04T12:00:00.000Z',
          published_at: '2026-03-04T12:00:00.000Z',
          published_by: null,
          publisher_name: 'system',
          reason: 'New shape',
        })
        .execute();
      await expect(refreshPublished(app.deps)).rejects.toThrow('Invalid');
      expect(currentRate()).toBe('1.4');
      expect((await versionOfPage(app.deps, app.deps.published.rates, 2)).number).toBe(1);
    });

    test('is never changed or deleted', async () => {
      await publishRates({});
      const refused = expect.objectContaining({
        message: expect.stringContaining('stays as it is') as string,
      }) as Error;
      const versions = () => app.deps.db.write;
      await expect(versions().updateTable('published_versions').set({ reason: 'x' }).execute()).rejects.toEqual(
        refused,
      );
      await expect(versions().deleteFrom('published_versions').execute()).rejects.toEqual(refused);
      if (engine === 'postgres')
        await expect(sql`truncate published_versions`.execute(versions())).rejects.toEqual(refused);
    });
  });
});
