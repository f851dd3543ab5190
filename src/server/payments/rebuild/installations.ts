import type { DonationRecord } from '#domain/payment/donation-record.ts';
import type { Database, Queryable } from '#server/db/database.ts';
import { inTransaction, TransactionConflict } from '#server/db/in-transaction.ts';
import type { Deps, Random } from '#server/deps.ts';
import { isId, newId } from '#server/ids.ts';

/**
 * Returns the id of this installation, and creates it on the first start. The id is in the database, and so in every backup.
 */
export async function ensureInstallation(db: Database, random: Random): Promise<string> {
  await db.write
    .insertInto('installations')
    .values({ number: 1, id: newId('ins', random) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await db.read
    .selectFrom('installations')
    .select('id')
    .where('number', '=', 1)
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Returns true if a record is ours. A record without an installation is ours, because it was written before installations had
 * ids.
 */
export async function isOwnRecord(
  db: Queryable,
  { installationId }: Pick<DonationRecord, 'installationId'>,
): Promise<boolean> {
  if (installationId === null) return true;
  const known = await db.selectFrom('installations').select('id').where('id', '=', installationId).executeTakeFirst();
  return known !== undefined;
}

/**
 * Records that this database replaces another installation's, so its payments become ours. Returns false for a malformed id.
 */
export async function replaceInstallation(deps: Pick<Deps, 'db'>, installationId: string): Promise<boolean> {
  if (!isId('ins', installationId)) return false;
  await inTransaction(deps.db, async (tx) => {
    const known = await tx.selectFrom('installations').select(['number', 'id']).orderBy('number', 'desc').execute();
    if (known.some(({ id }) => id === installationId)) return;
    const inserted = await tx
      .insertInto('installations')
      .values({ number: (known[0]?.number ?? 1) + 1, id: installationId })
      .onConflict((conflict) => conflict.doNothing())
      .returning('number')
      .execute();
    if (inserted.length === 0) throw new TransactionConflict();
  });
  return true;
}

/** Finds the other installations whose payments are in quarantine because they are not ours. */
export async function findForeignInstallations(db: Queryable): Promise<string[]> {
  const entries = await db
    .selectFrom('quarantined_events')
    .select('detail')
    .where('reason', '=', 'other_installation')
    .where('resolved_at', 'is', null)
    .execute();
  const ids = entries.flatMap(({ detail }) => detail.match(/(?<="installationId":")ins_[0-9a-z]{26}/g) ?? []);
  return [...new Set(ids)].toSorted();
}
