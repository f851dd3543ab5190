import { sql } from 'kysely';
import { accountName, charityIdOf } from '#domain/ledger/account-name.ts';
import { addDays } from '#domain/ledger/ledger-days.ts';
import { utcDay } from '#domain/ledger/utc-day.ts';
import type { CurrencyCode } from '#domain/money/currency.ts';
import type { PaymentProvider } from '#domain/payment/payment-event.ts';
import { balancesAt, type AccountBalance } from '#server/accounting/index.ts';
import { charityNames } from '#server/catalogue/index.ts';
import type { Queryable } from '#server/db/database.ts';
import type { Deps } from '#server/deps.ts';
import { unexplainedIn } from '#server/payments/index.ts';
import { readLatestHead } from '#server/public-log/index.ts';
import { firstUnwrittenDay } from '#server/report/index.ts';
import type { Finding } from './finding.ts';

/** Compares the totals of the providers' balances, the ledger, donations and payouts, and checks the newest signed tree head. */
export async function checkTotals(deps: Pick<Deps, 'db' | 'clock' | 'published'>): Promise<Finding[]> {
  const db = deps.db.patient.read;
  const now = deps.clock.now();
  return [
    ...(await checkProviders(db, now)),
    ...checkBooks(await balancesAt(db, utcDay(now))),
    ...(await checkCharities(db, charityNames(deps))),
    ...(await checkLogHead(db, now)),
  ];
}

/** Checks that leaves older than an hour have a signed head. They get one within a minute if the signing key can be read. */
async function checkLogHead(db: Queryable, now: Date): Promise<Finding[]> {
  const head = await readLatestHead(db);
  const unsigned = await db
    .selectFrom('log_leaves as leaf')
    .innerJoin('ledger_transactions as posted', 'posted.id', 'leaf.transaction_id')
    .select('leaf.leaf_index')
    .where('leaf.leaf_index', '>=', head?.tree_size ?? 0)
    .where('posted.posted_at', '<', new Date(now.getTime() - hourMs).toISOString())
    .limit(1)
    .executeTakeFirst();
  if (!unsigned) return [];
  const sentence = 'The newest entries of the public log have no signed head.';
  return [{ kind: 'unsigned_leaves', subject: 'public log', sentence }];
}

const hourMs = 60 * 60 * 1000;

const providerNames: Readonly<Record<PaymentProvider, string>> = { stripe: 'Stripe', paypal: 'PayPal' };

/** The greatest age of a comparison with a provider; one is due every day. */
const comparedDaysMax = 3;

/** Checks the latest comparison with each provider (decisions 0110 and 0116). */
async function checkProviders(db: Queryable, now: Date): Promise<Finding[]> {
  const rows = await db
    .selectFrom('balance_comparisons as compared')
    .selectAll()
    .where('compared_at', '=', (e) =>
      e
        .selectFrom('balance_comparisons as latest')
        .select((max) => max.fn.max('latest.compared_at').as('compared_at'))
        .whereRef('latest.provider', '=', 'compared.provider'),
    )
    .execute();
  const oldest = `${addDays(utcDay(now), -comparedDaysMax)}T00:00:00.000Z`;
  const late = new Set(rows.filter((row) => row.compared_at < oldest).map(({ provider }) => provider));
  return [
    ...rows
      .filter((row) => unexplainedIn(row).amountMinor !== 0)
      .map(({ provider, currency }) => ({
        kind: 'provider_balance' as const,
        subject: `${provider} ${currency}`,
        sentence: `${providerNames[provider]} holds a different amount in ${currency} than our books say.`,
      })),
    ...[...late].map((provider) => ({
      kind: 'provider_not_compared' as const,
      subject: provider,
      sentence: `Our books could not be compared with ${providerNames[provider]} for more than ${comparedDaysMax} days.`,
    })),
  ];
}

const balanceMinor = ({ debit, credit }: AccountBalance): number => debit.amountMinor - credit.amountMinor;

function checkBooks(balances: readonly AccountBalance[]): Finding[] {
  const sums = new Map<CurrencyCode, number>();
  for (const balance of balances)
    sums.set(balance.debit.currency, (sums.get(balance.debit.currency) ?? 0) + balanceMinor(balance));
  return [...sums].flatMap(([currency, sum]) =>
    sum === 0
      ? []
      : [{ kind: 'books_balance', subject: currency, sentence: `The accounts in ${currency} do not add up to zero.` }],
  );
}

/**
 * Checks that the debt to each charity in the ledger is what its donations brought, less what payouts paid. Compares the sums
 * up to the end of the last day with stored donation sums, because nothing is posted to that day anymore.
 */
async function checkCharities(db: Queryable, names: ReadonlyMap<number, string>): Promise<Finding[]> {
  const before = await firstUnwrittenDay(db);
  if (before === '') return [];
  const balances = await balancesAt(db, addDays(before.slice(0, 10), -1));
  const owed = new Map<string, number>();
  const add = (charity: number, currency: string, minor: number): unknown =>
    owed.set(`${charity} ${currency}`, (owed.get(`${charity} ${currency}`) ?? 0) + minor);
  for (const balance of balances) {
    const charity = charityIdOf(balance.account);
    if (charity !== undefined) add(charity, balance.debit.currency, balanceMinor(balance));
  }
  for (const { charity_id, currency, minor } of await readNet(db, before)) add(charity_id, currency, minor);
  for (const { charity_id, currency, minor } of await readPaid(db, before)) add(charity_id, currency, -minor);
  return [...owed].flatMap(([subject, difference]) => {
    if (difference === 0) return [];
    const [charity, currency] = subject.split(' ');
    const name = accountName(`charity:${Number(charity)}`, names);
    return [
      {
        kind: 'charity_balance',
        subject,
        sentence: `${name}: the ledger balance in ${currency} is not the sum of donations, refunds and payouts.`,
      },
    ];
  });
}

interface PayeeSum {
  readonly charity_id: number;
  readonly currency: string;
  readonly minor: number;
}

/** Reads what settled for charities before an instant, less what was reversed. */
const readNet = (db: Queryable, before: string): Promise<PayeeSum[]> =>
  db
    .selectFrom('daily_donations')
    .select(['charity_id', 'currency'])
    .select(sql<number>`cast(sum(charge_minor - charge_reversed_minor) as bigint)`.as('minor'))
    .where('day', '<', before.slice(0, 10))
    .groupBy(['charity_id', 'currency'])
    .execute();

/** Reads what payouts paid to charities before an instant, less the payouts that the bank returned. */
async function readPaid(db: Queryable, before: string): Promise<PayeeSum[]> {
  const { rows } = await sql<PayeeSum>`
    select payout.charity_id, payout.currency, cast(sum(moved.sign * (payout.received_minor - payout.refunded_minor)) as bigint) as minor
    from payouts payout
    join (select 'payout:' as kind, 1 as sign union all select 'payout_return:', -1) moved on 1 = 1
    join ledger_transactions posted on posted.cause = moved.kind || payout.id
    where posted.posted_at < ${before}
    group by payout.charity_id, payout.currency`.execute(db);
  return rows;
}
