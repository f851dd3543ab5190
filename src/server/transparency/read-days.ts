import { setImmediate as letOthersRun } from 'node:timers/promises';
import { sql } from 'kysely';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { Payee, ReceivedDay, Reversal } from '#domain/transparency/groups.ts';
import type { Queryable } from '#server/db/database.ts';

/** The sums that payees received, or the reversals of them, by `payeeKey`. */
export type ByPayee<Part> = ReadonlyMap<string, Payee & { readonly parts: readonly Part[] }>;

export const payeeKey = ({ charity, currency }: Payee): string => `${charity} ${currency}`;

/** Reads what settled on each day before an instant, by payee, in the order of the days. */
export async function readReceivedDays(db: Queryable, before: string): Promise<ByPayee<ReceivedDay>> {
  const rows = await db
    .selectFrom('daily_donations')
    .select(['charity_id', 'currency', 'day'])
    .select([sumOf('donations'), sumOf('charge_minor'), sumOf('service_fees_minor')])
    .where('day', '<', before.slice(0, 10))
    .where('donations', '>', 0)
    .groupBy(['charity_id', 'currency', 'day'])
    .orderBy('day')
    .execute();
  return byPayee(
    rows.map((row) => ({
      ...payeeOf(row),
      part: {
        day: row.day,
        donations: row.donations,
        amountMinor: row.charge_minor,
        serviceFeesMinor: row.service_fees_minor,
      },
    })),
  );
}

const sumOf = <Column extends 'donations' | 'charge_minor' | 'service_fees_minor'>(column: Column) =>
  sql<number>`cast(sum(${sql.ref(column)}) as bigint)`.as(column);

/** Reads what refunds and disputes moved before an instant, by payee, oldest first. Call `copyPayableEntries` before. */
export async function readReversals(db: Queryable, before: string): Promise<ByPayee<Reversal>> {
  const found: (Payee & { readonly part: Reversal })[] = [];
  for (let after: Page | undefined; ;) {
    const rows = await readPage(db, before, after);
    for (const row of rows)
      found.push({
        ...payeeOf(row),
        part: {
          donation: row.intent_id,
          settledOn: row.settled_at.slice(0, 10),
          day: row.posted_at.slice(0, 10),
          amountMinor: -row.amount_minor,
          serviceFeesMinor: row.service_fees_minor,
        },
      });
    after = rows.at(-1);
    if (rows.length < pageSize || !after) return byPayee(found);
    await letOthersRun();
  }
}

interface Page {
  readonly posted_at: string;
  readonly transaction_id: string;
  readonly line: number;
}

const pageSize = 1000;

function readPage(db: Queryable, before: string, after: Page | undefined) {
  const feesOf = sql<number>`cast(coalesce((
    select sum(fee.amount_minor) from ledger_entries fee
    where fee.transaction_id = entry.transaction_id and fee.account = 'service_fee_income'), 0) as bigint)`;
  const page = db
    .selectFrom('payable_entries as entry')
    .select([
      'charity_id',
      'currency',
      'intent_id',
      'settled_at',
      'posted_at',
      'transaction_id',
      'line',
      'amount_minor',
    ])
    .select(feesOf.as('service_fees_minor'))
    .where(sql<boolean>`is_reversal = 1`)
    .where('posted_at', '<', before)
    .orderBy('posted_at')
    .orderBy('transaction_id')
    .orderBy('line')
    .limit(pageSize);
  if (!after) return page.execute();
  const { posted_at: at, transaction_id: id, line } = after;
  return page
    .where('posted_at', '>=', at)
    .where(sql<boolean>`(posted_at, transaction_id, line) > (${at}, ${id}, ${line})`)
    .execute();
}

const payeeOf = (row: { readonly charity_id: number; readonly currency: CurrencyCode }): Payee => ({
  charity: row.charity_id,
  currency: row.currency,
});

function byPayee<Part>(rows: readonly (Payee & { readonly part: Part })[]): ByPayee<Part> {
  const payees = new Map<string, Payee & { readonly parts: Part[] }>();
  for (const { charity, currency, part } of rows) {
    const payee = payees.get(payeeKey({ charity, currency })) ?? { charity, currency, parts: [] };
    payee.parts.push(part);
    payees.set(payeeKey(payee), payee);
  }
  return payees;
}
