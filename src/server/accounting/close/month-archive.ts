import { charityIdOf } from '#domain/ledger/account-name.ts';
import type { LedgerAccount } from '#domain/ledger/accounts.ts';
import { addDays } from '#domain/ledger/ledger-days.ts';
import { nextMonth, startOfMonth, type LedgerMonth } from '#domain/ledger/ledger-month.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import { money, subtract, toDecimal } from '#domain/money/money.ts';
import type { Queryable } from '#server/db/database.ts';
import { csvHeading, csvRows, onePage, writeCsv, type CsvColumn } from '#server/http/files/csv.ts';
import { inPages, type RunExclusive } from '#server/http/files/downloads.ts';
import { balancesAt, type AccountBalance } from '../balances/balances-at.ts';
import { findJournal, type JournalEntry } from './journal.ts';
import type { Spool } from './spool.ts';
import type { ArchivedFile } from './zip.ts';

/** The sources of an archive. Account names are those at the closing of the month, so that the archive stays the same. */
export interface ArchiveSource {
  readonly db: Queryable;
  readonly runExclusive: RunExclusive;
  readonly month: LedgerMonth;
  readonly nameOf: (account: LedgerAccount) => string;
  readonly spool: Spool;
  /** Called after each page with the number of its entries. */
  readonly onEntries: (count: number) => void;
}

/**
 * Lists the files of a month: its journal, the balances at its start and end, the fees, and a statement for each charity. They
 * name no people. The entries are read only once, to write the journal, which is the first file. Those that the fees and the
 * statements repeat wait in the spool.
 */
export async function monthFiles(source: ArchiveSource): Promise<ArchivedFile[]> {
  const found = await balancesAt(source.db, addDays(`${nextMonth(source.month)}-01`, -1));
  const atEnd = found.toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1)); // the same order with every database
  const charities = new Set(
    atEnd.map(({ account }) => account).filter((account) => charityIdOf(account) !== undefined),
  );
  const extracts = ['fees.csv', ...[...charities].toSorted().map(statementName)];
  return [
    { name: 'journal.csv', content: () => writeJournal(source) },
    { name: 'balances.csv', content: () => writeBalances(source, atEnd) },
    ...extracts.map((name) => ({ name, content: () => writeExtract(source, name) })),
  ];
}

const statementName = (account: LedgerAccount): string => `statements/${account.replace(':', '-')}.csv`;

const sortKey = ({ account, debit }: AccountBalance): string => `${debit.currency} ${account}`;

/** Writes all entries of the month, and adds each to the extract of its account. */
async function* writeJournal(source: ArchiveSource): AsyncGenerator<string> {
  const { db, runExclusive, month, spool, onEntries } = source;
  const columns = journalColumns(source.nameOf);
  const range = { from: startOfMonth(month), until: startOfMonth(nextMonth(month)) };
  yield csvHeading(columns);
  for await (const page of inPages<JournalEntry>(runExclusive, (last, count) => findJournal(db, range, last, count))) {
    onEntries(page.length);
    for (const [name, entries] of Map.groupBy(page, ({ account }) => extractOf(account)))
      if (name !== undefined) await spool.append(name, csvRows(columns, entries));
    yield csvRows(columns, page);
  }
}

async function* writeExtract({ nameOf, spool }: ArchiveSource, name: string): AsyncGenerator<string | Buffer> {
  yield csvHeading(journalColumns(nameOf));
  yield* spool.read(name);
}

/** Returns the name of the file that repeats an account's entries; undefined if there is none. */
function extractOf(account: LedgerAccount): string | undefined {
  if (feeAccounts.has(account)) return 'fees.csv';
  return charityIdOf(account) === undefined ? undefined : statementName(account);
}

const feeAccounts: ReadonlySet<LedgerAccount> = new Set([
  'service_fee_income',
  'processing_fees',
  'dispute_losses',
  'other_income',
]);

const journalColumns = (nameOf: ArchiveSource['nameOf']): readonly CsvColumn<JournalEntry>[] => [
  { header: 'Posted', valueOf: (entry) => entry.posted_at },
  { header: 'Cause', valueOf: ({ cause }) => cause },
  { header: 'Donation', valueOf: (entry) => entry.donation_id },
  { header: 'Account', valueOf: ({ account }) => nameOf(account) },
  { header: 'Code', valueOf: ({ account }) => account },
  { header: 'Currency', valueOf: ({ currency }) => currency },
  { header: 'Debit', valueOf: (entry) => decimalOf(Math.max(entry.amount_minor, 0), entry.currency) },
  { header: 'Credit', valueOf: (entry) => decimalOf(Math.max(-entry.amount_minor, 0), entry.currency) },
  { header: 'Transaction', valueOf: (entry) => entry.transaction_id },
  { header: 'Line', valueOf: ({ line }) => line },
];

const decimalOf = (amountMinor: number, currency: CurrencyCode): number => toDecimal(money(amountMinor, currency));

/** A line of the balances: an account in a currency, before the month and at its end. */
interface MonthBalance {
  readonly end: AccountBalance;
  readonly start: AccountBalance;
}

async function* writeBalances(source: ArchiveSource, atEnd: readonly AccountBalance[]): AsyncGenerator<string> {
  const atStart = await balancesAt(source.db, addDays(`${source.month}-01`, -1));
  yield* writeCsv(balanceColumns(source.nameOf), onePage(atEnd.map((end) => ({ end, start: startOf(atStart, end) }))));
}

const startOf = (
  atStart: readonly AccountBalance[],
  { account, debit: { currency } }: AccountBalance,
): AccountBalance =>
  atStart.find((start) => start.account === account && start.debit.currency === currency) ?? {
    account,
    debit: money(0, currency),
    credit: money(0, currency),
  };

const balanceOf = ({ debit, credit }: AccountBalance): number => toDecimal(subtract(debit, credit));

const balanceColumns = (nameOf: ArchiveSource['nameOf']): readonly CsvColumn<MonthBalance>[] => [
  { header: 'Account', valueOf: ({ end }) => nameOf(end.account) },
  { header: 'Code', valueOf: ({ end }) => end.account },
  { header: 'Currency', valueOf: ({ end }) => end.debit.currency },
  { header: 'Balance before', valueOf: ({ start }) => balanceOf(start) },
  { header: 'Debit', valueOf: ({ start, end }) => toDecimal(subtract(end.debit, start.debit)) },
  { header: 'Credit', valueOf: ({ start, end }) => toDecimal(subtract(end.credit, start.credit)) },
  { header: 'Balance at the end', valueOf: ({ end }) => balanceOf(end) },
];
