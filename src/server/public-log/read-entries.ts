import { sql } from 'kysely';
import { money, type Money } from '#domain/money/money.ts';
import { toDecimalText } from '#domain/money/format.ts';
import { entryText, type LogEntry } from '#domain/public-log/log-entry.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { frozenCharityName } from '#server/db/frozen-charity-name.ts';
import { deletedDonorId } from '#server/donations/index.ts';
import { readPayoutEntry, type PayoutTransaction } from './read-payout-entries.ts';

/** A ledger transaction that becomes a leaf. */
export interface LoggedTransaction {
  readonly id: string;
  readonly cause: string;
}

/** The entry to which the log commits for a ledger transaction. */
export interface ReadEntry {
  readonly transactionId: string;
  readonly text: string;
  /** True if the donor deleted the account. Then neither text nor salt may be stored. */
  readonly isErased: boolean;
}

/** Reads the entries of ledger transactions. The transactions that payouts cover must have commitments already. */
export async function readEntries(tx: Tx, transactions: readonly LoggedTransaction[]): Promise<ReadEntry[]> {
  const payouts = transactions.flatMap((transaction) => payoutOf(transaction) ?? []);
  const others = transactions.filter((transaction) => !payoutOf(transaction)).map(({ id }) => id);
  const read = others.length === 0 ? [] : await readDonationEntries(tx, others);
  for (const payout of payouts)
    read.push({ transactionId: payout.id, text: entryText(await readPayoutEntry(tx, payout)), isErased: false });
  return read;
}

/** Returns the payout that a ledger transaction posted or returned; undefined for any other transaction. */
export function payoutOf({ id, cause }: LoggedTransaction): PayoutTransaction | undefined {
  const [kind = '', payoutId = ''] = cause.split(':');
  return kind === 'payout' || kind === 'payout_return' ? { id, kind, payoutId } : undefined;
}

async function readDonationEntries(db: Queryable, transactionIds: readonly string[]): Promise<ReadEntry[]> {
  const rows = await db
    .selectFrom('ledger_transactions as posted')
    .innerJoin('donations', 'donations.intent_id', 'posted.intent_id')
    .innerJoin('charities', 'charities.id', 'donations.charity_id')
    .innerJoin('ledger_entries as entry', 'entry.transaction_id', 'posted.id')
    .select(['posted.id', 'posted.cause', 'posted.occurred_at'])
    .select(['donations.id as donation_id', 'donations.charity_id', 'donations.donor_id'])
    .select(frozenCharityName('donations').as('charity_name'))
    .select('entry.currency')
    .select(sumOf(sql`like 'charity:%'`).as('charity_minor'))
    .select(sumOf(sql`= 'service_fee_income'`).as('fee_minor'))
    .select(sumOf(sql`like 'clearing:%'`).as('clearing_minor'))
    .where('posted.id', 'in', transactionIds)
    .groupBy(['posted.id', 'posted.cause', 'posted.occurred_at', 'entry.currency'])
    .groupBy(['donations.id', 'donations.charity_id', 'donations.donor_id', sql`charity_name`])
    .execute();
  return rows.map((row) => ({
    transactionId: row.id,
    text: entryText(toEntry(row)),
    isErased: row.donor_id === deletedDonorId,
  }));
}

const sumOf = (accounts: ReturnType<typeof sql>) =>
  sql<number>`cast(sum(case when entry.account ${accounts} then entry.amount_minor else 0 end) as bigint)`;

type DonationTransaction = {
  readonly cause: string;
  readonly occurred_at: string;
  readonly donation_id: string;
  readonly charity_id: number;
  readonly charity_name: string;
  readonly currency: Money['currency'];
  readonly charity_minor: number;
  readonly fee_minor: number;
  readonly clearing_minor: number;
};

/** Converts a row to an entry. A settlement credits the charity; a reversal debits it. */
function toEntry(row: DonationTransaction): LogEntry {
  const [kind] = row.cause.split(':');
  const amountOf = (minor: number): string => toDecimalText(money(minor, row.currency));
  const common = {
    donation: row.donation_id,
    charity: row.charity_id,
    charityName: row.charity_name,
    currency: row.currency,
  };
  if (kind === 'settlement')
    return {
      kind: 'donation',
      ...common,
      amount: amountOf(-row.charity_minor),
      serviceFee: amountOf(-row.fee_minor),
      total: amountOf(row.clearing_minor),
      paidAt: row.occurred_at,
    };
  if (kind !== 'refund' && kind !== 'dispute') throw new RangeError(`${row.cause} has no entry in the log`);
  return {
    kind,
    ...common,
    amount: amountOf(row.charity_minor),
    serviceFee: amountOf(row.fee_minor),
    total: amountOf(-row.clearing_minor),
    reversedAt: row.occurred_at,
  };
}
