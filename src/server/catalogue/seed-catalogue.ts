import { baseCurrency } from '#domain/money/currency.ts';
import type { Database } from '#server/db/database.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { SnackRow } from '#server/db/tables.ts';
import seed from './catalogue.json' with { type: 'json' };

/** Inserts the snacks and charities of the seed file and updates the existing ones. */
export async function seedCatalogue(db: Database): Promise<void> {
  const snacks = seed.snacks.map((snack, index): SnackRow => ({
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
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((e) => ({
          name: e.ref('excluded.name'),
          price_minor: e.ref('excluded.price_minor'),
          meals: e.ref('excluded.meals'),
          position: e.ref('excluded.position'),
        })),
      )
      .execute();
    await tx
      .insertInto('charities')
      .values(seed.charities)
      .onConflict((conflict) => conflict.column('id').doUpdateSet((e) => ({ name: e.ref('excluded.name') })))
      .execute();
  });
}
