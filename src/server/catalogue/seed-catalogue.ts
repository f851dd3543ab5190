import { baseCurrency } from '#domain/money/currency.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { SnackRow } from '#server/db/tables.ts';
import { standardCatalogue } from './catalogue-kind.ts';

/** Inserts the rows of a new installation's snacks and charities, which donations refer to. Existing ones stay as they are. */
export async function seedCatalogue(db: Database): Promise<void> {
  const snacks = standardCatalogue.snacks.map((snack, index): SnackRow => ({
    id: snack.id,
    name: snack.name,
    price_minor: snack.priceMinor,
    price_currency: baseCurrency,
    meals: snack.meals,
    position: index + 1,
  }));
  await inTransaction(db, async (tx) => {
    await tx
      .insertInto('snacks')
      .values(snacks)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    await tx
      .insertInto('charities')
      .values(standardCatalogue.charities.map(({ id, name }) => ({ id, name })))
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
  });
}
