import { readFileSync } from 'node:fs';
import { inProductFolder } from '#server/product-folder.ts';

/** Regular and extra bold. */
export type FontWeight = 400 | 800;

/** Adds both weights of Nunito to a document; pdfkit embeds only the characters that are used. */
export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const [weight, file] of fontFiles) pdf.registerFont(fontName(weight), file);
}

const readFont = (weight: FontWeight): Buffer =>
  readFileSync(inProductFolder('src', 'server', 'pdf', 'drawing', 'fonts', `nunito-${weight}.ttf`));

const fontFiles = ([400, 800] as const).map((weight) => [weight, readFont(weight)] as const);

/** Selects the font for the text that follows; `size` is in points. */
export const selectFont = (pdf: PDFKit.PDFDocument, weight: FontWeight, size: number): PDFKit.PDFDocument =>
  pdf.font(fontName(weight)).fontSize(size);

const fontName = (weight: FontWeight): string => `nunito-${weight}`;

/**
 * The text in characters of the selected font, with single spaces. A missing character becomes its plain form if it has one
 * (`①` becomes `1`), a question mark if it is a letter or digit of another script, and nothing otherwise, such as an emoji.
 */
export function toDrawable(pdf: PDFKit.PDFDocument, text: string): string {
  const font = selectedFont(pdf);
  const isDrawable = (character: string): boolean => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const visible = text.normalize('NFC').replaceAll(/\s/gu, ' ').replaceAll(/\p{C}/gu, '');
  const drawn = Array.from(visible, (character) => {
    if (isDrawable(character)) return character;
    const plain = Array.from(character.normalize('NFKD'));
    if (plain.every(isDrawable)) return plain.join('');
    return /[\p{L}\p{N}]/u.test(character) ? '?' : '';
  });
  return drawn.join('').replaceAll(/ +/g, ' ').trim();
}

interface Font {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** pdfkit keeps the selected font in a field that its types do not name. */
function selectedFont(pdf: PDFKit.PDFDocument): Font {
  const opened: unknown = Reflect.get(pdf, '_font');
  const font = typeof opened === 'object' && opened !== null && 'font' in opened ? opened.font : undefined;
  if (!isFont(font)) throw new TypeError('pdfkit does not expose the glyphs of its font');
  return font;
}

const isFont = (value: unknown): value is Font =>
  typeof value === 'object' && value !== null && 'hasGlyphForCodePoint' in value;
