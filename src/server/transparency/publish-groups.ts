import { groupDays, groupReversals, type NewGroup, type Payee } from '#domain/transparency/groups.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { TransparencyGroupRow } from '#server/db/tables/transparency.ts';
import { withLock } from '#server/db/with-lock.ts';
import type { Deps } from '#server/deps.ts';
import { copyPayableEntries } from '#server/payouts/index.ts';
import { firstUnwrittenDay } from '#server/report/index.ts';
import { followPayouts } from './follow-payouts.ts';
import { followProviderFees } from './follow-provider-fees.ts';
import { payeeKey, readReceivedDays, readReversals } from './read-days.ts';

/**
 * Publishes the groups completed by finished days, and adds to earlier groups the providers' fees and the day of the payout.
 * Can be repeated and run in several processes, because all of them form the same groups.
 */
export async function publishGroups(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const { patient } = deps.db;
  const before = await firstUnwrittenDay(patient.read);
  let added: readonly TransparencyGroupRow[] = [];
  if (before > (await publishedBefore(patient.read))) {
    await copyPayableEntries(deps); // so that no reversal of these days is missing
    const groups = await formGroups(patient.read, before);
    added = await inTransaction(patient, (tx) => withLock(tx, ['transparency'], () => addGroups(tx, groups, before)));
  }
  await followProviderFees(deps, added);
  await followPayouts(patient);
}

async function publishedBefore(db: Queryable): Promise<string> {
  const row = await db.selectFrom('transparency_progress').select('published_before').executeTakeFirst();
  return row?.published_before ?? '';
}

async function formGroups(db: Queryable, before: string): Promise<TransparencyGroupRow[]> {
  const [days, reversals] = [await readReceivedDays(db, before), await readReversals(db, before)];
  return [...days.values()].flatMap((payee) => {
    const received = groupDays(payee.parts);
    const reversed = groupReversals(reversals.get(payeeKey(payee))?.parts ?? [], received);
    return [
      ...received.map((group) => rowOf('received', payee, group)),
      ...reversed.map((group) => rowOf('reversed', payee, group)),
    ];
  });
}

const rowOf = (kind: TransparencyGroupRow['kind'], payee: Payee, group: NewGroup): TransparencyGroupRow => ({
  kind,
  charity_id: payee.charity,
  currency: payee.currency,
  first_day: group.firstDay,
  last_day: group.lastDay,
  donations: group.donations,
  amount_minor: group.amountMinor,
  service_fees_minor: group.serviceFeesMinor,
  provider_fees_minor: null,
  paid_on: null,
});

/**
 * Adds the groups that follow the published ones, and returns the new groups. A published group never changes, even if its days
 * would form other groups now.
 */
async function addGroups(
  tx: Tx,
  groups: readonly TransparencyGroupRow[],
  before: string,
): Promise<readonly TransparencyGroupRow[]> {
  const lastDays = await tx
    .selectFrom('transparency_groups')
    .select(['kind', 'charity_id', 'currency'])
    .select((e) => e.fn.max('last_day').as('last_day'))
    .groupBy(['kind', 'charity_id', 'currency'])
    .execute();
  const lastOf = new Map(lastDays.map((row) => [seriesOf(row), row.last_day]));
  const added = groups.filter((group) => group.first_day > (lastOf.get(seriesOf(group)) ?? ''));
  for (let from = 0; from < added.length; from += rowsAtOnce)
    await tx
      .insertInto('transparency_groups')
      .values(added.slice(from, from + rowsAtOnce))
      .execute();
  await tx
    .insertInto('transparency_progress')
    .values({ number: 1, published_before: before })
    .onConflict((conflict) => conflict.column('number').doUpdateSet({ published_before: before }))
    .execute();
  return added;
}

const seriesOf = (row: Pick<TransparencyGroupRow, 'kind' | 'charity_id' | 'currency'>): string =>
  `${row.kind} ${row.charity_id} ${row.currency}`;

const rowsAtOnce = 500;
