import type { CatalogueSnack } from '#domain/catalogue/catalogue.ts';
import { snackPicture } from '#web/ui/snacks/snack-picture.ts';

/** The path of a snack's uploaded picture; undefined for our own drawing. */
export const uploadedPicture = (picture: string | null): string | undefined =>
  picture === null ? undefined : `/pictures/${picture}`;

/** The path of the picture that donors see. */
export const pictureOf = ({ name, picture }: Pick<CatalogueSnack, 'name' | 'picture'>): string =>
  uploadedPicture(picture) ?? snackPicture(name);
