import type { Database } from '#server/db/database.ts';

/**
 * Deletes the open checkouts, as a restored backup does, and a charity that no donation has. Returns a function that inserts the
 * charity again.
 */
export async function loseCheckouts(db: Database, charityId: number): Promise<() => Promise<void>> {
  const charity = await db.read
    .selectFrom('charities')
    .selectAll()
    .where('id', '=', charityId)
    .executeTakeFirstOrThrow();
  await db.write.deleteFrom('checkout_subjects').execute();
  await db.write.deleteFrom('donation_intents').where('status', '=', 'pending').execute();
  await db.write.deleteFrom('charities').where('id', '=', charityId).execute();
  return async () => void (await db.write.insertInto('charities').values(charity).execute());
}
