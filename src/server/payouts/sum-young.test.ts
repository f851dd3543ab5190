import { expect, test } from 'vitest';
import { money } from '#domain/money/money.ts';
import { writeBalances } from '#server/accounting/index.ts';
import type { Deps } from '#server/deps.ts';
import { memberOf } from '#test/support/accounts/staff.ts';
import { forEachDatabase } from '#test/support/app/databases.ts';
import { startApp } from '#test/support/app/start-app.ts';
import { stubCards } from '#test/support/payments/stub-cards.ts';
import { insertAccount, postDonation, postReversal } from '#test/support/payouts/ledger-world.ts';
import { createBatch } from './batches/create-batch.ts';
import { payBatch } from './batches/decide-batch.ts';
import { copyPayableEntries } from './copy-entries.ts';
import { readFigures } from './read-figures.ts';

const dayMs = 24 * 60 * 60 * 1000;
const payee = { charityId: 6, currency: 'CAD' } as const;

/** Reads the young figure with a given hold, and the sum of the rows that it should equal. */
async function youngWith(deps: Deps, payoutHoldDays: number) {
  const held = { ...deps, config: { ...deps.config, payoutHoldDays } };
  const [figures] = await readFigures(held, deps.db.read);
  const before = new Date(deps.clock.now().getTime() - payoutHoldDays * dayMs).toISOString();
  const rows = await deps.db.read
    .selectFrom('payable_entries')
    .select('amount_minor')
    .where('payout_id', 'is', null)
    .where('settled_at', '>=', before)
    .execute();
  const minor = rows.reduce((sum, row) => sum + row.amount_minor, 0);
  return { young: figures?.young, rows: money(minor, 'CAD') };
}

forEachDatabase((engine) => {
  test('the young figure is the sum of the young entries that no payout covers, even after payouts, reversals and a longer hold', async () => {
    const app = await startApp(engine, { cards: stubCards(), environment: { PAYOUT_HOLD_DAYS: '14' } });
    const { deps, clock } = app;
    await insertAccount(deps, payee.charityId, payee.currency);
    const donate = (amountMinor: number) => postDonation(deps, { ...payee, amountMinor });
    const paid = await donate(1000);
    clock.advance(20 * dayMs);
    const old = await donate(500);
    clock.advance(3 * dayMs);
    const payouts = [{ payee, expected: money(1000, 'CAD') }];
    const day = clock.now().toISOString().slice(0, 10);
    const created = await createBatch(deps, await memberOf(deps, 'usr_a'), { day, payouts, reason: 'Friday' });
    if (created.code !== 'created') throw new Error(created.problem);
    const bank = { paidOn: day, reference: 'BANK-1', isWaived: false, reason: 'Friday' };
    await payBatch(deps, await memberOf(deps, 'usr_b'), created.batchId, bank);
    clock.advance(13 * dayMs); // the second donation is older than the hold, the payout is not
    const young = await donate(70);
    await postReversal(deps, young, 7);
    await postReversal(deps, old, 30);
    await postReversal(deps, paid, 200);
    clock.advance(2 * dayMs - 3 * 60 * 60 * 1000); // the payout was within the hold, in a written day
    await donate(3);
    await writeBalances(deps);
    await copyPayableEntries(deps);
    for (const hold of [0, 1, 5, 14, 16, 30, 60]) {
      const { young: found, rows } = await youngWith(deps, hold);
      expect([hold, found]).toEqual([hold, rows]);
    }
    await app.close();
  });
});
