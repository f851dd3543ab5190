import * as z from 'zod/mini';
import { pictureFile } from './pictures.ts';
import { effectiveFrom, publishedVersion, publishingFields } from './publishing.ts';

export const catalogueSentences = {
  name: 'Please enter a name of 1 to 60 characters on one line.',
  price: 'Please enter a price between US$0.01 and US$10,000.00.',
  meals: 'Please enter a whole number of meals between 1 and 10,000.',
  mealsSource: 'The reason for the number of meals can have at most 500 characters.',
  picture: 'Please upload the picture again.',
  pictureMissing: (snack: string) => `The picture of ${snack} is no longer stored. Please upload it again.`,
  tooMany: 'The catalogue can have at most 500 snacks and 500 charities.',
  unreadable: 'Please reload the page and try again.',
} as const;

const id = z
  .int({ error: catalogueSentences.unreadable })
  .check(
    z.gte(1, { error: catalogueSentences.unreadable }),
    z.lte(1_000_000, { error: catalogueSentences.unreadable }),
  );

/** Matches text without control characters, line breaks or characters that change its direction. */
const onOneLine = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;

const name = z.string({ error: catalogueSentences.name }).check(
  z.trim(),
  z.minLength(1, { error: catalogueSentences.name }),
  z.refine((text) => [...text].length <= 60, { error: catalogueSentences.name }),
  z.regex(onOneLine, { error: catalogueSentences.name }),
);

const isRetired = z.boolean({ error: catalogueSentences.unreadable });

/** A snack. The form checks the same fields. */
export const catalogueSnack = z.object({
  id,
  name,
  /** The price in cents of US dollars. */
  priceMinor: z
    .int({ error: catalogueSentences.price })
    .check(z.gte(1, { error: catalogueSentences.price }), z.lte(1_000_000, { error: catalogueSentences.price })),
  meals: z
    .int({ error: catalogueSentences.meals })
    .check(z.gte(1, { error: catalogueSentences.meals }), z.lte(10_000, { error: catalogueSentences.meals })),
  /** The explanation of the number of meals, as donors read it; may be empty. */
  mealsSource: z.string({ error: catalogueSentences.mealsSource }).check(
    z.trim(),
    z.refine((text) => [...text].length <= 500, { error: catalogueSentences.mealsSource }),
    z.regex(onOneLine, { error: catalogueSentences.mealsSource }),
  ),
  /** The file name from the response to the upload; null for our own drawing. */
  picture: z.nullable(pictureFile(catalogueSentences.picture)),
  isRetired,
});

/** A charity. The form checks the same fields. */
export const catalogueCharity = z.object({ id, name, isRetired });

const list = <Entry extends z.ZodMiniType>(entry: Entry) =>
  z
    .array(entry, { error: catalogueSentences.unreadable })
    .check(z.maxLength(500, { error: catalogueSentences.tooMany }));

/** A catalogue in display order. Published entries are never removed, only retired. */
export const catalogueDocument = z.object({ snacks: list(catalogueSnack), charities: list(catalogueCharity) });

/** `POST /api/admin/catalogue`. */
export const publishCatalogueRequest = z.object({ ...publishingFields, effectiveFrom, document: catalogueDocument });

/** `GET /api/admin/catalogue`. */
export const adminCatalogueResponse = z.object({
  /** The number of the newest version, scheduled ones included, for `basedOn`; 0 if nothing has been published. */
  version: z.int(),
  /** The catalogue that applies now. */
  document: catalogueDocument,
  /** Versions that begin later, the earliest first. Publishing another version replaces those that begin after it. */
  scheduled: z.array(z.object({ version: z.int(), effectiveFrom: z.string(), document: catalogueDocument })),
  /** The ids of the next new snack and the next new charity. Further new ones get the following numbers. */
  next: z.object({ snackId: z.int(), charityId: z.int() }),
  /** The monthly donations that are charged for each charity. Their donors have to choose another charity if it is retired. */
  monthlyDonations: z.array(z.object({ charityId: z.int(), count: z.int() })),
  /** The newest 50 versions, newest first. */
  history: z.array(publishedVersion),
});

export type AdminCatalogueResponse = z.infer<typeof adminCatalogueResponse>;
export type PublishCatalogueRequest = z.infer<typeof publishCatalogueRequest>;
