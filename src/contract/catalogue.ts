import * as z from 'zod/mini';

/** A snack as `GET /api/snacks` answers it (spec 3): `price` in decimal US dollars, `mealsProvided` whole, 1 or more. */
export const snackSchema = z.object({
  id: z.int(),
  name: z.string(),
  price: z.number(),
  mealsProvided: z.int().check(z.gte(1)),
});

/** A snack on the wire. */
export type SnackAnswer = z.infer<typeof snackSchema>;

/** A charity as `GET /api/charities` answers it (spec 3). */
export const charitySchema = z.object({ id: z.int(), name: z.string() });

/** A charity on the wire. */
export type CharityAnswer = z.infer<typeof charitySchema>;

export const snacksAnswer = z.array(snackSchema);
export const charitiesAnswer = z.array(charitySchema);
