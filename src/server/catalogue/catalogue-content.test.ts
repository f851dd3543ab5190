import { expect, test } from 'vitest';
import type { CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import { catalogueContent } from './catalogue-content.ts';
import { standardCatalogue } from './catalogue-kind.ts';

const placeholder =
  '<li><div class="snack-card" aria-hidden="true"><span class="snack-card-name"><span aria-hidden="true" class="skeleton h-4"></span></span></div></li>';
const page = `<ul>${placeholder.repeat(7)}<li class="snack-grid-last"></li></ul><ul><li>Other</li></ul>`;

const versionOf = (document: CatalogueDocument) => ({ number: 4, document, effectiveFrom: new Date(0) });
const withSnacks = (...names: readonly string[]): CatalogueDocument => ({
  ...standardCatalogue,
  snacks: standardCatalogue.snacks.map((snack, index) => ({
    ...snack,
    name: names[index] ?? snack.name,
    isRetired: names[index] === undefined,
  })),
});

test('the page of a new installation keeps its placeholders, whatever prices are published', () => {
  const pricier = standardCatalogue.snacks.map((snack) => ({ ...snack, priceMinor: snack.priceMinor + 25 }));
  expect(catalogueContent(versionOf({ ...standardCatalogue, snacks: pricier })).putInto(page)).toBe(page);
});

test('other snacks get a placeholder each, with the space that their names take', () => {
  const { key, putInto } = catalogueContent(versionOf(withSnacks('Popcorn', 'Fish & "chips"')));
  const line = (name: string): string =>
    placeholder.replace(
      /<span aria-hidden="true" class="skeleton h-4"><\/span>/,
      () => `<span class="skeleton inline"><span class="invisible">${name}</span></span>`,
    );
  expect(putInto(page)).toBe(
    `<ul>${line('Popcorn')}${line('Fish &amp; &quot;chips&quot;')}<li class="snack-grid-last"></li></ul><ul><li>Other</li></ul>`,
  );
  expect(key).toBe('catalogue 4');
});
