/**
 * The brand's colours for what leaves the pages, such as mails and documents: neither knows custom properties. They are those
 * of `src/web/styles/tokens.css`, by the same names; `test/colours.test.ts` compares the two.
 */
export const brandColours = {
  page: '#fafaf9',
  white: '#ffffff',
  ink: '#1c1917',
  muted: '#57534e',
  line: '#e7e5e4',
  lineStrong: '#85807b',
  brand: '#ff6b6b',
  onBrand: '#2b0a0d',
  brandStrong: '#c92a3a',
  tint: '#fff5f4',
  tintStrong: '#ffe9e6',
  cream: '#fff1dc',
  leaf: '#2a7247',
  leafTint: '#eef7f1',
} as const;

/** A colour of the brand by its name. */
export type BrandColour = keyof typeof brandColours;
