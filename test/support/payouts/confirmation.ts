import { inTransaction } from '#server/db/in-transaction.ts';
import { announceArrival } from '#server/arrival/index.ts';
import type { Deps } from '#server/deps.ts';
import { newId } from '#server/ids.ts';
import { workOutbox } from '#server/outbox/worker.ts';
import { newStatementLink, storeStatementLink } from '#server/payouts/confirmation/statement-links.ts';
import { memberOf } from '../accounts/staff.ts';
import type { TestApp } from '../app/start-app.ts';

type PayoutDeps = Pick<Deps, 'db' | 'random' | 'clock' | 'config'>;

/** Creates a link for the statement of a paid payout. Returns its token. */
export async function createStatementLink({ deps }: { readonly deps: PayoutDeps }, payoutId: string): Promise<string> {
  const actor = await memberOf(deps, 'usr_finance');
  const link = newStatementLink(deps, actor, { paid_on: '2026-03-24', returned_on: null })!;
  await inTransaction(deps.db, (tx) => storeStatementLink(deps, tx, actor, payoutId, link));
  return tokenIn(link.url);
}

/** Finds the token in the link of a statement. */
export const tokenIn = (text: string): string => /\/payout-received#([\w-]{43})/.exec(text)?.[1] ?? '';

/** Queues the emails about all confirmed payouts. */
export const makeArrivalMails = ({ deps }: Pick<TestApp, 'deps'>) =>
  workOutbox(deps, { announce_arrival: announceArrival });

/** Inserts a paid payout that covers nothing, without the steps that lead to one. Returns its id. */
export async function insertPaidPayout({ deps }: { readonly deps: PayoutDeps }): Promise<string> {
  const { db, random, clock } = deps;
  const at = clock.now().toISOString();
  const day = at.slice(0, 10);
  const ids = { account: newId('bac', random), batch: newId('bat', random), payout: newId('pay', random) };
  const account = { id: ids.account, charity_id: 6, currency: 'CAD', status: 'replaced', details: '' } as const;
  const proposal = { last_four: '3000', proposed_by: 'usr_a', proposed_at: at };
  await db.write
    .insertInto('bank_accounts')
    .values({ ...account, ...proposal, decided_by: 'usr_b', decided_at: at, payable_from: at })
    .execute();
  const batch = { id: ids.batch, day, status: 'paid', created_by: 'usr_a', created_at: at, reason: 'Friday' } as const;
  await db.write
    .insertInto('payout_batches')
    .values({ ...batch, decided_by: 'usr_b', decided_at: at, paid_on: day, reference: 'BANK-1' })
    .execute();
  await db.write
    .insertInto('payouts')
    .values({
      id: ids.payout,
      batch_id: ids.batch,
      charity_id: 6,
      frozen_charity_name: null,
      currency: 'CAD',
      received_minor: 1000,
      refunded_minor: 0,
      donations: 1,
      bank_account_id: ids.account,
      from_account_id: null,
    })
    .execute();
  return ids.payout;
}

/** Inserts a paid payout of donations to charity 6, with the ledger transaction that the public log reads. */
export async function insertPayoutOf(
  app: Pick<TestApp, 'deps'>,
  donationIds: readonly [string, ...string[]],
): Promise<string> {
  const { db, random, clock } = app.deps;
  const payoutId = await insertPaidPayout(app);
  const settlements = await db.read
    .selectFrom('donations')
    .innerJoin('ledger_transactions as posted', 'posted.intent_id', 'donations.intent_id')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'posted.id')
    .select(['posted.id as transaction_id', 'donations.intent_id'])
    .where('donations.id', 'in', donationIds)
    .where('entry.account', '=', 'charity:6')
    .execute();
  const at = clock.now().toISOString();
  const entry = { line: 2, charity_id: 6, currency: 'CAD', amount_minor: 476, is_reversal: 0 } as const;
  await db.write
    .insertInto('payable_entries')
    .values(settlements.map((posted) => ({ ...posted, ...entry, settled_at: at, posted_at: at, payout_id: payoutId })))
    .execute();
  await db.write
    .insertInto('ledger_transactions')
    .values({
      id: newId('ltx', random),
      cause: `payout:${payoutId}`,
      intent_id: null,
      occurred_at: at,
      posted_at: at,
    })
    .execute();
  return payoutId;
}
