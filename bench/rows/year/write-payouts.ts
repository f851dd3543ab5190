import { sql, type Kysely } from 'kysely';
import { systemRandom } from '#server/ids.ts';
import { createEncryption } from '#server/secrets/encryption.ts';
import type { Tables } from '#server/db/tables.ts';
import { donorId } from '../donor.ts';
import type { GrowthSize } from './growth-size.ts';
import { idOf, insertAll } from './insert-all.ts';

/** The key that encrypts bank details. The servers under test use it too. */
export const benchKey = Buffer.alloc(32, 1);

const charityIds = [5, 6, 7, 8, 9] as const;
const currencies = ['CAD', 'USD'] as const;
const payees = charityIds.flatMap((charityId) => currencies.map((currency) => ({ charityId, currency })));
const dayMs = 24 * 60 * 60 * 1000;
const holdDays = 14;

/** Writes a bank account for each charity and currency, and one of ours for each currency. */
export async function writeBankAccounts(db: Kysely<Tables>, size: GrowthSize): Promise<void> {
  const encryption = createEncryption([benchKey], systemRandom());
  const details = {
    holder: 'A Food Bank',
    country: 'DE',
    account: { kind: 'iban', iban: 'DE89370400440532013000' },
    bic: null,
  };
  const at = new Date(size.startsAt * 1000).toISOString();
  const owners = [...payees, ...currencies.map((currency) => ({ charityId: null, currency }))];
  await insertAll(db, 'bank_accounts', owners.length, (index) => {
    const id = idOf('bac', index);
    return {
      id,
      charity_id: owners[index]?.charityId ?? null,
      currency: owners[index]?.currency ?? 'CAD',
      status: 'in_force',
      details: encryption.encrypt(JSON.stringify(details), `bank account ${id}`),
      last_four: '3000',
      proposed_by: donorId,
      proposed_at: at,
      decided_by: donorId,
      decided_at: at,
      payable_from: at,
    };
  });
}

/** Pays every charity once a week for donations that settled at least two weeks earlier, in batches marked as paid. */
export async function writePayouts(db: Kysely<Tables>, size: GrowthSize): Promise<void> {
  for (let week = 0; week < 52; week += 1) {
    const paidAt = new Date((size.startsAt + ((week + 1) / 52) * size.seconds) * 1000);
    await insertBatch(db, week, paidAt);
    for (const [index, { charityId, currency }] of payees.entries()) {
      const id = idOf('pay', week * payees.length + index);
      await sql`update payable_entries set payout_id = ${id}
        where charity_id = ${charityId} and currency = ${currency} and payout_id is null
          and settled_at < ${new Date(paidAt.getTime() - holdDays * dayMs).toISOString()} and posted_at < ${paidAt.toISOString()}
          and intent_id not in (select intent_id from reversals where kind = 'dispute' and status = 'taken')`.execute(
        db,
      );
      await sql`insert into payouts (id, batch_id, charity_id, currency, received_minor, refunded_minor, donations, bank_account_id)
        select payout_id, ${idOf('bat', week)}, charity_id, currency,
          sum(case when is_reversal = 0 then amount_minor else 0 end), sum(case when is_reversal = 1 then -amount_minor else 0 end),
          sum(1 - is_reversal), ${idOf('bac', index)}
        from payable_entries where payout_id = ${id} group by payout_id, charity_id, currency`.execute(db);
    }
  }
  await postPayouts(db);
}

const insertBatch = (db: Kysely<Tables>, week: number, paidAt: Date): Promise<void> =>
  insertAll(db, 'payout_batches', 1, () => ({
    id: idOf('bat', week),
    day: paidAt.toISOString().slice(0, 10),
    status: 'paid',
    created_by: donorId,
    created_at: paidAt.toISOString(),
    reason: 'Every week',
    decided_by: donorId,
    decided_at: paidAt.toISOString(),
    paid_on: paidAt.toISOString().slice(0, 10),
    reference: `week ${week}`,
  }));

async function postPayouts(db: Kysely<Tables>): Promise<void> {
  await sql`insert into ledger_transactions (id, cause, intent_id, occurred_at, posted_at)
    select 'ltx_p' || substr(payouts.id, 6), 'payout:' || payouts.id, null, paid_on || 'T00:00:00.000Z', decided_at
    from payouts join payout_batches on payout_batches.id = batch_id`.execute(db);
  await sql`insert into ledger_entries (transaction_id, line, account, amount_minor, currency)
    select 'ltx_p' || substr(id, 6), 1, 'charity:' || charity_id, received_minor - refunded_minor, currency from payouts union all
    select 'ltx_p' || substr(id, 6), 2, 'bank', refunded_minor - received_minor, currency from payouts`.execute(db);
}
