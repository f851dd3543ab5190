import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { announceArrival } from '#server/arrival/index.ts';
import { newId } from '#server/ids.ts';
import { forEachDatabase } from '../support/app/databases.ts';
import { startApp, type TestApp } from '../support/app/start-app.ts';
import { insertPastDonations } from '../support/payments/past-donations.ts';
import { insertPaidPayout } from '../support/payouts/confirmation.ts';

const guestDonationCount = 700;
const donorCount = 50;
const donationsPerDonor = 4;
const rowsAtOnce = 100;

forEachDatabase((engine) => {
  describe('the emails about a payout, when their process is killed', () => {
    let app: TestApp;
    let payoutId: string;
    beforeEach(async () => {
      app = await startApp(engine);
      payoutId = await insertPaidPayout(app);
      const { write } = app.deps.db;
      await write
        .insertInto('payout_confirmations')
        .values({ payout_id: payoutId, confirmed_at: '2026-03-04T12:00:00.000Z' })
        .execute();
      await insertCovered();
    });
    afterEach(() => app.close());

    /** Inserts donations of guests and donors, all covered by the payout. */
    async function insertCovered(): Promise<void> {
      const { db, random } = app.deps;
      const owners = [
        ...Array.from({ length: guestDonationCount }, () => null),
        ...Array.from({ length: donorCount * donationsPerDonor }, (_, index) => `usr_${index % donorCount}`),
      ];
      const rows = await insertPastDonations(
        app.deps,
        owners.map((owner) => ({ donor_id: owner })),
      );
      for (let from = 0; from < rows.length; from += rowsAtOnce) {
        const chunk = rows.slice(from, from + rowsAtOnce).map((row) => ({ ...row, transaction: newId('ltx', random) }));
        const at = '2026-02-12T12:00:00.000Z';
        await db.write
          .insertInto('ledger_transactions')
          .values(
            chunk.map((row) => ({
              id: row.transaction,
              cause: `settlement:${row.intent_id}`,
              intent_id: row.intent_id,
              occurred_at: at,
              posted_at: at,
            })),
          )
          .execute();
        const entry = { line: 2, currency: 'CAD' } as const;
        await db.write
          .insertInto('ledger_entries')
          .values(
            chunk.map((row) => ({
              ...entry,
              transaction_id: row.transaction,
              account: 'charity:6' as const,
              amount_minor: -476,
            })),
          )
          .execute();
        await db.write
          .insertInto('payable_entries')
          .values(
            chunk.map((row) => ({
              ...entry,
              transaction_id: row.transaction,
              charity_id: 6,
              amount_minor: 476,
              is_reversal: 0,
              intent_id: row.intent_id,
              settled_at: at,
              posted_at: at,
              payout_id: payoutId,
            })),
          )
          .execute();
        const guestRows = chunk.filter(({ donor_id: owner }) => owner === null);
        if (guestRows.length > 0)
          await db.write
            .insertInto('payer_emails')
            .values(
              guestRows.map(({ id, intent_id: intentId }) => ({
                intent_id: intentId,
                email: `${id}@example.org`,
                email_key: `${id}@example.org`,
                paid_at: at,
              })),
            )
            .execute();
      }
    }

    const jobs = () => app.deps.db.read.selectFrom('outbox').selectAll().where('kind', '=', 'arrival').execute();

    /** Starts a process that queues the emails, and kills it after the first one. */
    async function killInTheMiddle(): Promise<void> {
      const { dataDir, databaseUrl } = app.deps.config;
      const jobsBefore = (await jobs()).length;
      const child = spawn(
        process.execPath,
        [new URL('../support/payouts/announce-arrival.ts', import.meta.url).pathname],
        {
          stdio: ['ignore', 'inherit', 'inherit'],
          env: {
            DATA_DIR: dataDir,
            PAYOUT_ID: payoutId,
            ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
          },
        },
      );
      const ended = once(child, 'exit');
      await vi.waitUntil(async () => child.exitCode !== null || (await jobs()).length > jobsBefore, {
        interval: 1,
        timeout: 120_000,
      });
      child.kill('SIGKILL');
      await ended;
    }

    test("are one for each donor and one for each guest's donation, and name every donation once", async () => {
      await killInTheMiddle();
      await killInTheMiddle();
      const job = { payload: JSON.stringify({ payoutId }) } as never;
      await Promise.all([announceArrival(app.deps, job), announceArrival(app.deps, job)]);
      const made = await jobs();
      expect(made).toHaveLength(guestDonationCount + donorCount);
      const named: string[] = made.flatMap(({ payload }) => {
        const { donationId, donationIds } = JSON.parse(payload) as Record<string, string>;
        return donationIds?.split(' ') ?? [donationId ?? ''];
      });
      const donations = await app.deps.db.read.selectFrom('donations').select('id').execute();
      expect(named.toSorted()).toEqual(donations.map(({ id }) => id).toSorted());
    });
  });
});
