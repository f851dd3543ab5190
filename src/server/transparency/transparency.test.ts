import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DataFile } from '#domain/transparency/data-file.ts';
import type { TransparencyPage } from '#domain/transparency/transparency-page.ts';
import { processingFeePostings } from '#domain/ledger/postings.ts';
import { money } from '#domain/money/money.ts';
import { writeBalances } from '#server/accounting/index.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { postEntries } from '#server/ledger/index.ts';
import { writeDonationDays } from '#server/report/index.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { payOut, recordReturn } from '#test/support/public-log/log-world.ts';
import {
  insertSettledDonation,
  historySteps,
  reverse,
  type GivenDonation,
} from '#test/support/report/donation-history.ts';
import { publishGroups } from './publish-groups.ts';

const hourMs = 60 * 60 * 1000;
const tool = new URL('../../../tools/recompute-transparency.ts', import.meta.url).pathname;

forEachDatabase((engine) => {
  describe('transparency', () => {
    let app: TestApp;
    beforeEach(async () => {
      app = await startApp(engine, { cards: stubCards() });
    });
    afterEach(() => app.close());

    /** Moves to the next day, and publishes the groups of finished days. */
    const publishDay = async (): Promise<void> => {
      app.clock.advance(25 * hourMs);
      await writeBalances(app.deps);
      await writeDonationDays(app.deps);
      await publishGroups(app.deps);
    };
    const giveSome = async (count: number): Promise<GivenDonation[]> => {
      const given: GivenDonation[] = [];
      for (let number = 0; number < count; number += 1) given.push(await insertSettledDonation(app));
      return given;
    };
    const refundAll = async (given: readonly GivenDonation[]): Promise<void> => {
      for (const one of given) await reverse(app, one, one.donation.charge_total_minor);
    };
    const bookFee = (given: GivenDonation, minor = 45) =>
      inTransaction(app.deps.db, (tx) =>
        postEntries(app.deps, tx, {
          cause: `processing_fee:stripe:${given.donation.id}`,
          intentId: given.donation.intent_id,
          occurredAt: app.clock.now(),
          postings: processingFeePostings('stripe', money(minor, 'CAD')),
        }),
      );
    const open = async (): Promise<TransparencyPage> =>
      (await app.server.inject({ url: '/api/transparency' })).json<TransparencyPage>();
    const download = () => app.server.inject({ url: '/api/transparency/data.json' });
    const groups = async () => {
      app.clock.advance(60_000);
      return (await download()).json<DataFile>().groups;
    };

    test('publishes days with five donations, and nothing of an unfinished day', async () => {
      await giveSome(6);
      await publishGroups(app.deps);
      expect(await groups()).toEqual([]);
      const day = app.clock.now().toISOString().slice(0, 10);
      await publishDay();
      await giveSome(4);
      await publishDay();
      expect(await groups()).toEqual([
        {
          kind: 'received',
          charity: 6,
          currency: 'CAD',
          firstDay: day,
          lastDay: day,
          donations: 6,
          amountMinor: 6 * 476,
          serviceFeesMinor: 6 * 48,
          providerFeesMinor: null,
          paidOn: null,
        },
      ]);
      await giveSome(1);
      await publishDay();
      expect((await groups()).map(({ donations }) => donations)).toEqual([6, 5]);
    });

    test('publishes the providers’ fees when the fee of every payment is posted', async () => {
      const [first, ...others] = await giveSome(5);
      for (const given of others) await bookFee(given);
      await publishDay();
      expect((await groups())[0]?.providerFeesMinor).toBeNull();
      await bookFee(first!, 50);
      await publishGroups(app.deps);
      expect((await groups())[0]?.providerFeesMinor).toBe(4 * 45 + 50);
    });

    test('publishes the providers’ fees even for donations that are old when their group is formed', async () => {
      for (const given of await giveSome(5)) await bookFee(given);
      app.clock.advance(100 * 24 * hourMs);
      await publishDay();
      expect((await groups())[0]?.providerFeesMinor).toBe(5 * 45);
    });

    test('publishes nothing that names a donation, a donor or a payment', async () => {
      const given = await giveSome(12);
      await publishDay();
      await refundAll(given.slice(0, 6));
      await payOut(app, 6 * 476);
      await publishDay();
      const { groups: published, ...rest } = (await download()).json<DataFile>();
      expect(published.map(({ kind }) => kind)).toEqual(['received', 'reversed']);
      expect([...new Set(published.flatMap((group) => Object.keys(group)))].join(' ')).toBe(
        'kind charity currency firstDay lastDay donations amountMinor serviceFeesMinor providerFeesMinor paidOn',
      );
      expect(rest).toEqual({ format: 'donation-transparency-v1', charities: [{ id: 6, name: expect.any(String) }] });
      const said = JSON.stringify([await open(), published]);
      expect(said).not.toMatch(/(don|int|usr|pay|bat|ltx)_|@|pi_/);
    });

    test('publishes reversals of five donations, but none that would leave fewer than five other donations in a group', async () => {
      const given = await giveSome(11);
      await publishDay();
      await refundAll(given.slice(0, 4));
      await publishDay();
      expect(await groups()).toHaveLength(1);
      await refundAll(given.slice(4, 5));
      await publishDay();
      expect((await groups())[1]).toMatchObject({
        kind: 'reversed',
        donations: 5,
        amountMinor: 5 * 476,
        serviceFeesMinor: 5 * 48,
      });
      await refundAll(given.slice(5));
      await publishDay();
      expect(await groups()).toHaveLength(2);
      expect((await open()).figures.currencies).toEqual([
        {
          currency: 'CAD',
          donations: 11,
          receivedMinor: 11 * 476,
          reversedMinor: 5 * 476,
          paidOutMinor: 0,
          owedMinor: 6 * 476,
          serviceFeesMinor: 6 * 48,
          providerFeesMinor: 0,
          donationsWithProviderFees: 0,
        },
      ]);
    });

    test('says what was paid out and after how many days, until the bank returns the payout', async () => {
      await giveSome(5);
      const start = app.clock.now().getTime();
      await publishDay();
      expect((await open()).figures.medianDays).toBeNull();
      const payout = await payOut(app, 5 * 476);
      await publishGroups(app.deps);
      const days = Math.floor(app.clock.now().getTime() / (24 * hourMs)) - Math.floor(start / (24 * hourMs));
      const { medianDays, charities } = (await open()).figures;
      expect([medianDays, charities[0]?.paidOutMinor, charities[0]?.owedMinor]).toEqual([days, 5 * 476, 0]);
      await recordReturn(app, payout);
      await publishGroups(app.deps);
      app.clock.advance(60_000);
      expect((await open()).figures.charities[0]).toMatchObject({ paidOutMinor: 0, owedMinor: 5 * 476 });
    });

    test('counts a group as paid even if one of its donations was refunded before', async () => {
      const [first] = await giveSome(6);
      await publishDay();
      await refundAll([first!]);
      await payOut(app, 5 * 476);
      await publishGroups(app.deps);
      expect((await groups())[0]?.paidOn).not.toBeNull();
    });

    test('never changes a published group, and publishes it once even in two processes', async () => {
      await giveSome(6);
      await publishDay();
      const before = await groups();
      await app.deps.db.write.updateTable('daily_donations').set({ donations: 9, charge_minor: 9000 }).execute();
      await app.deps.db.write.deleteFrom('transparency_progress').execute();
      await Promise.all([publishGroups(app.deps), publishGroups(app.deps)]);
      expect(await groups()).toEqual(before);
    });

    test('sends the file again only after a change', async () => {
      await giveSome(6);
      await publishDay();
      const { headers, statusCode } = await download();
      expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
      const again = await app.server.inject({
        url: '/api/transparency/data.json',
        headers: { 'if-none-match': String(headers['etag']) },
      });
      expect([again.statusCode, again.body]).toEqual([304, '']);
    });

    test('responds with 503 while the figures cannot be read', async () => {
      await app.deps.db.close();
      const responses = [await app.server.inject({ url: '/api/transparency' }), await download()];
      expect(responses.map(({ statusCode }) => statusCode)).toEqual([503, 503]);
    });

    describe('the public command', () => {
      let folder: string;
      beforeEach(() => {
        folder = mkdtempSync(join(tmpdir(), 'transparency-'));
      });
      afterEach(() => rmSync(folder, { recursive: true }));

      const place = (name: string, content: string): string => {
        writeFileSync(join(folder, name), content);
        return join(folder, name);
      };
      const recompute = (data: string, page: string): Promise<{ code: number; said: string }> => {
        const places = [place('data.json', data), place('page.json', page)];
        return new Promise((resolve) => {
          execFile(process.execPath, [tool, ...places], (error, stdout, stderr) => {
            resolve({ code: Number(error?.code ?? 0), said: stdout + stderr });
          });
        });
      };
      const readBoth = async () => ({ data: (await download()).body, page: await open() });

      test('computes every figure of a random history', async () => {
        const given: GivenDonation[] = [];
        for (const step of fc.sample(historySteps, { numRuns: 6, seed: 4 }).flat()) {
          if (step.kind === 'give')
            for (let number = 0; number < 3; number += 1)
              given.push(await insertSettledDonation(app, { charity_id: step.charityId }));
          const one = step.kind === 'reverse' ? given[step.index % Math.max(given.length, 1)] : undefined;
          if (step.kind === 'reverse' && one)
            await reverse(app, one, Math.floor((one.donation.charge_total_minor * step.permille) / 1000));
          if (step.kind === 'wait') app.clock.advance(step.hours * hourMs);
          if (step.kind === 'write') await publishDay();
        }
        await publishDay();
        const { data, page } = await readBoth();
        expect(page.figures.charities.length).toBeGreaterThan(1);
        expect(await recompute(data, JSON.stringify(page))).toEqual({
          code: 0,
          said: expect.stringContaining('Every figure matches the sum'),
        });
      });

      test('names a figure that differs', async () => {
        await giveSome(6);
        await publishDay();
        const { data, page } = await readBoth();
        const [charity] = page.figures.charities;
        const wrong = { ...page, figures: { ...page.figures, charities: [{ ...charity, owedMinor: 1 }] } };
        expect(await recompute(data, JSON.stringify(wrong))).toEqual({
          code: 1,
          said: `differs: figures.charities[0].owedMinor: the data adds up to ${6 * 476}, the page shows 1\n`,
        });
      });

      test('refuses an altered file, a file with small groups, and any other file', async () => {
        await giveSome(6);
        await publishDay();
        const { data, page } = await readBoth();
        const shown = JSON.stringify(page);
        const altered = await recompute(data.replace('2856', '2857'), shown);
        expect([altered.code, altered.said]).toEqual([1, expect.stringContaining('another data file')]);
        expect((await recompute(data.replace('"donations":6', '"donations":4'), shown)).said).toContain(
          'fewer than five',
        );
        expect((await recompute(data.replace('"kind":"received"', '"kind":"given"'), shown)).code).toBe(2);
        expect((await recompute(data.slice(0, -10), shown)).code).toBe(2);
      });
    });
  });
});
