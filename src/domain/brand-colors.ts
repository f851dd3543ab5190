/**
 * The brand colors for emails, PDFs and drawn pictures, which cannot use CSS custom properties. Names and values match
 * `src/web/styles/tokens.css`; `test/colors.test.ts` compares the two.
 */
export const brandColors = {
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

export type BrandColor = keyof typeof brandColors;
