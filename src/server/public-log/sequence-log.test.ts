import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toHex } from '#domain/public-log/bytes.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { postEntries } from '#server/ledger/index.ts';
import { money } from '#domain/money/money.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp, type TestApp } from '#test/support/app/start-app.ts';
import { deliver, openIntent, stubCardsWithWebhook } from '#test/support/payments/open-intent.ts';
import { disputeMessage, paidWithPayment, refundMessage } from '#test/support/payments/reversal-messages.ts';
import {
  findForks,
  growLog,
  loggedEntries,
  payOut,
  postDonations,
  readHeads,
  recordReturn,
} from '#test/support/public-log/log-world.ts';
import { checkLog } from './check-log.ts';
import { createSequencer, sequenceLog } from './sequence-log.ts';
import { createCoverTree } from './cover-tree.ts';

const minuteMs = 60 * 1000;

forEachDatabase((engine) => {
  let app: TestApp;
  beforeEach(async () => {
    app = await startApp(engine, { cards: stubCardsWithWebhook() });
  });
  afterEach(() => app.close());
  const sequence = () => sequenceLog(app.deps);
  const sizes = async () => (await readHeads(app)).map((head) => head.tree_size);

  describe('the log', () => {
    test('has exactly one leaf for a settlement, a refund and a dispute, whenever it is sequenced', async () => {
      const [first, second] = [await openIntent(app), await openIntent(app)];
      await deliver(app, paidWithPayment(first));
      await sequence();
      await deliver(app, paidWithPayment(first));
      await deliver(app, paidWithPayment(second));
      await deliver(app, refundMessage(first, 'created', { id: 're_1', amountMinor: 200 }));
      await deliver(app, disputeMessage(second, 'created', { id: 'du_1' }));
      await sequence();
      await sequence();
      const coffee = { version: 1, charity: 6, charityName: 'Food banks across Canada', currency: 'CAD' };
      const paid = { kind: 'donation', ...coffee, amount: '4.76', serviceFee: '0.48', total: '5.24' };
      const entries = await loggedEntries(app);
      expect(entries[0]).toEqual({ ...paid, donation: first.donation_id, paidAt: '2026-03-04T12:00:00.000Z' });
      expect(entries.slice(1)).toHaveLength(3);
      expect(entries.slice(1)).toEqual(
        expect.arrayContaining([
          { ...paid, donation: second.donation_id, paidAt: '2026-03-04T12:00:00.000Z' },
          expect.objectContaining({ kind: 'refund', donation: first.donation_id, total: '2.00' }),
          expect.objectContaining({ kind: 'dispute', donation: second.donation_id, amount: '4.76', total: '5.24' }),
        ]),
      );
      expect(await sizes()).toEqual([1, 4]);
      expect(await checkLog(app.deps.db.read)).toEqual([]);
    });

    test('has one leaf for a payout, with a commitment to all that it covers, and one leaf for its return', async () => {
      await postDonations(app, 3);
      const payoutId = await payOut(app, 600);
      await sequence();
      const covered = await app.deps.db.read
        .selectFrom('log_leaves')
        .select('commitment')
        .where('leaf_index', '<', 3)
        .execute();
      const { rootHash } = await createCoverTree(covered.map(({ commitment }) => commitment));
      const common = {
        version: 1,
        payout: payoutId,
        charity: 6,
        charityName: 'Food banks across Canada',
        currency: 'CAD',
      };
      expect((await loggedEntries(app))[3]).toEqual({
        kind: 'payout',
        ...common,
        amount: '6.00',
        batch: expect.stringMatching(/^bat_/) as string,
        paidOn: '2026-03-24',
        reference: 'BANK-1',
        covers: { leaves: 3, rootHash: toHex(rootHash) },
      });
      await recordReturn(app, payoutId);
      await sequence();
      expect((await loggedEntries(app))[4]).toEqual({
        kind: 'payout_return',
        ...common,
        amount: '6.00',
        returnedOn: '2026-03-24',
      });
      expect(await checkLog(app.deps.db.read)).toEqual([]);
    });

    test('commits to what a payout covered, even if it was returned and paid again before sequencing', async () => {
      await postDonations(app, 2);
      const payoutId = await payOut(app, 300);
      await recordReturn(app, payoutId);
      const again = await payOut(app, 300, 'BANK-2');
      await sequence();
      const payouts = (await loggedEntries(app)).filter((entry) => entry?.['kind'] === 'payout');
      expect(payouts.map((entry) => [entry?.['payout'], entry?.['covers']])).toEqual([
        [payoutId, expect.objectContaining({ leaves: 2 })],
        [again, expect.objectContaining({ leaves: 2 })],
      ]);
    });

    test('leaves out everything that is neither a donor’s payment nor a payout', async () => {
      await inTransaction(app.deps.db, (tx) =>
        postEntries(app.deps, tx, {
          cause: 'provider_payout:stripe:po_1',
          intentId: null,
          occurredAt: app.clock.now(),
          postings: [
            { account: 'bank', amount: money(500, 'CAD') },
            { account: 'clearing:stripe', amount: money(-500, 'CAD') },
          ],
        }),
      );
      await sequence();
      expect([await loggedEntries(app), await sizes()]).toEqual([[], [0]]);
    });

    test('needs no leaf for the fee of a provider, although it belongs to a donation', async () => {
      await postDonations(app, 1);
      const { intent_id: intentId } = await app.deps.db.read
        .selectFrom('donations')
        .select('intent_id')
        .executeTakeFirstOrThrow();
      await inTransaction(app.deps.db, (tx) =>
        postEntries(app.deps, tx, {
          cause: 'processing_fee:stripe:fee_1',
          intentId,
          occurredAt: app.clock.now(),
          postings: [
            { account: 'processing_fees', amount: money(20, 'CAD') },
            { account: 'clearing:stripe', amount: money(-20, 'CAD') },
          ],
        }),
      );
      await sequence();
      app.clock.advance(120 * minuteMs);
      await growLog(app, 1);
      expect(await sizes()).toEqual([1, 2]);
      expect(await checkLog(app.deps.db.read)).toEqual([]);
    });

    test('is appended in chunks, and signed after the last chunk', async () => {
      await postDonations(app, 401);
      await sequence();
      expect(await sizes()).toEqual([401]);
      expect(new Set((await loggedEntries(app)).map((entry) => entry?.['amount'])).size).toBe(401);
      expect(await checkLog(app.deps.db.read)).toEqual([]);
    });

    test('gets no new head while nothing is new', async () => {
      await growLog(app, 1);
      app.clock.advance(minuteMs);
      await sequence();
      expect(await sizes()).toEqual([1]);
    });

    test('is continued and signed after a process was killed before signing', async () => {
      await growLog(app, 2);
      await postDonations(app, 1);
      await sequence();
      await app.deps.db.write.deleteFrom('log_heads').where('tree_size', '=', 3).execute();
      await sequence();
      expect(await sizes()).toEqual([1, 2, 3]);
      expect(await checkLog(app.deps.db.read)).toEqual([]);
    });

    test('includes a transaction that becomes visible half an hour after its posting time', async () => {
      const round = createSequencer(app.deps);
      await postDonations(app, 1);
      await round();
      const late = app.clock.now();
      app.clock.advance(30 * minuteMs);
      await postDonations(app, 1);
      await round();
      await postDonations({ deps: { ...app.deps, clock: { now: () => late } } }, 1);
      app.clock.advance(minuteMs);
      await round();
      expect(await sizes()).toEqual([1, 2]);
      app.clock.advance(10 * minuteMs);
      await round();
      expect(await sizes()).toEqual([1, 2, 3]);
    });

    test('includes a transaction of a process whose clock is ahead, and a later one of ours', async () => {
      const round = createSequencer(app.deps);
      const ahead = new Date(app.clock.now().getTime() + 50 * minuteMs);
      await postDonations({ deps: { ...app.deps, clock: { now: () => ahead } } }, 1);
      await round();
      await postDonations(app, 1);
      await round();
      expect(await sizes()).toEqual([1, 2]);
    });
  });

  describe('a rewritten history', () => {
    beforeEach(() => growLog(app, 9));

    test('is not reported if there is none', async () => {
      expect(await findForks(app, await readHeads(app))).toEqual([]);
    });

    test.each([0, 3, 7])(
      'of leaf %i is found between every head before it was rewritten and every head after',
      async (leaf) => {
        const { write } = app.deps.db;
        const heads = await readHeads(app);
        const rows = await write.selectFrom('log_leaves').selectAll().orderBy('leaf_index').execute();
        for (const table of ['log_nodes', 'log_heads', 'log_leaves'] as const) await write.deleteFrom(table).execute();
        const other = Uint8Array.from(rows[leaf]!.commitment, (byte) => byte ^ 1);
        await write
          .updateTable('log_commitments')
          .set({ commitment: other, salt: null, entry: null })
          .where('transaction_id', '=', rows[leaf]!.transaction_id)
          .execute();
        await write.deleteFrom('log_progress').execute();
        await sequence();
        const [rewritten] = await readHeads(app);
        const order = await write.selectFrom('log_leaves').select('transaction_id').orderBy('leaf_index').execute();
        const firstChange = rows.findIndex(
          (row, index) => index === leaf || row.transaction_id !== order[index]!.transaction_id,
        );
        const conflicting = heads.filter((head) => head.tree_size > firstChange);
        expect(conflicting.length).toBeGreaterThan(0);
        for (const head of conflicting)
          expect(await findForks(app, [head, rewritten!])).toContain(`${head.tree_size} to 9`);
        expect(await checkLog(app.deps.db.read)).toEqual([]);
      },
    );
  });

  describe('the check of the log', () => {
    beforeEach(() => growLog(app, 5));
    const rulesBroken = async () => [...new Set((await checkLog(app.deps.db.read)).map(({ rule }) => rule))];
    const other = Buffer.alloc(32, 7);

    test('finds an altered leaf', async () => {
      await app.deps.db.write
        .updateTable('log_leaves')
        .set({ commitment: other })
        .where('leaf_index', '=', 2)
        .execute();
      expect(await rulesBroken()).toEqual([
        'a leaf has the commitment that was made',
        'a commitment matches its entry',
        'a tree head has the root of its leaves',
        'a stored subtree has the hash of its leaves',
      ]);
    });

    test('finds an altered entry', async () => {
      await app.deps.db.write.updateTable('log_commitments').set({ entry: '{}' }).execute();
      expect(await rulesBroken()).toEqual(['a commitment matches its entry']);
    });

    test('finds an altered subtree', async () => {
      await app.deps.db.write.updateTable('log_nodes').set({ hash: other }).where('position', '=', 1).execute();
      expect(await checkLog(app.deps.db.read)).toEqual([
        { rule: 'a stored subtree has the hash of its leaves', subject: '1' },
      ]);
    });

    test('finds an altered head', async () => {
      await app.deps.db.write.updateTable('log_heads').set({ root_hash: other }).where('tree_size', '=', 3).execute();
      expect(await checkLog(app.deps.db.read)).toEqual([
        { rule: 'a tree head is signed with its key', subject: '3' },
        { rule: 'a tree head has the root of its leaves', subject: '3' },
      ]);
    });

    test('finds missing leaves', async () => {
      await app.deps.db.write.deleteFrom('log_leaves').where('leaf_index', '=', 4).execute();
      expect(await checkLog(app.deps.db.read)).toEqual([
        { rule: 'a tree head has the root of its leaves', subject: '5' },
      ]);
      app.clock.advance(120 * minuteMs);
      await app.deps.db.write.updateTable('log_progress').set({ read_until: app.clock.now().toISOString() }).execute();
      await postDonations(app, 2);
      await sequenceLog(app.deps, 0);
      expect(await rulesBroken()).toContain('a transaction posted before the hour of the last head has a leaf');
    });
  });
});
