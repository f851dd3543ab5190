import type { CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import type { NextIds } from '#domain/catalogue/check-catalogue.ts';
import type { Queryable, Tx } from '#server/db/database.ts';
import { baseCurrency } from '#domain/money/currency.ts';

/** The next free ids, after all that were ever published, including those of versions that were scheduled and then replaced. */
export async function findNextIds(db: Queryable): Promise<NextIds> {
  const [snack, charity] = await Promise.all([
    db
      .selectFrom('snacks')
      .select((e) => e.fn.max<number | null>('id').as('id'))
      .executeTakeFirst(),
    db
      .selectFrom('charities')
      .select((e) => e.fn.max<number | null>('id').as('id'))
      .executeTakeFirst(),
  ]);
  return { snackId: (snack?.id ?? 0) + 1, charityId: (charity?.id ?? 0) + 1 };
}

/**
 * Inserts the rows that donations, plans and payouts refer to. A row keeps its first name: donations of earlier releases show
 * it, because they store no name themselves (decision 0138). The id after the name keeps it unique, because another entry may
 * have had the same name.
 */
export async function insertKnownEntries(tx: Tx, { snacks, charities }: CatalogueDocument): Promise<void> {
  await tx
    .insertInto('snacks')
    .values(
      snacks.map(({ id, name, priceMinor, meals }) => ({
        id,
        name: `${name} (${id})`,
        price_minor: priceMinor,
        price_currency: baseCurrency,
        meals,
        position: id,
      })),
    )
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await tx
    .insertInto('charities')
    .values(charities.map(({ id, name }) => ({ id, name: `${name} (${id})` })))
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
