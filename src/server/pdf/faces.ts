import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readWoff } from './read-woff.ts';

/** How strong letters are drawn. */
export type FontWeight = 400 | 800;

/** A piece of text that one font file can draw. */
export interface Run {
  readonly text: string;
  /** Name of the font file. */
  readonly face: string;
}

const parts = ['latin', 'latin-ext', 'vietnamese', 'cyrillic', 'cyrillic-ext'];

/** Names of the font files of a weight, the most used first; what it lacks, one of the others may have. */
const facesOf = (weight: FontWeight): readonly string[] => parts.map((part) => `nunito-${part}-${weight}-normal.woff`);

const faces: Readonly<Record<FontWeight, readonly string[]>> = { 400: facesOf(400), 800: facesOf(800) };

/** The font file that has what our own words need. */
export const firstFace = (weight: FontWeight): string => faces[weight][0] ?? '';

/** Chooses the font file that the next words are drawn with; it is read when the first document needs it. */
export function takeFace(pdf: PDFKit.PDFDocument, face: string): PDFKit.PDFDocument {
  const font = fonts.get(face) ?? readWoff(readFileSync(fileURLToPath(import.meta.resolve(`${fontFolder}/${face}`))));
  fonts.set(face, font);
  return pdf.registerFont(face, font).font(face);
}

const fontFolder = '@fontsource/nunito/files';

/** Fonts by the names of their files: they never change, and so are read once. */
const fonts = new Map<string, Buffer>();

/** Divides a text into pieces, each with the font file that has all of its characters. Characters that no file has are gone. */
export function runsOf(pdf: PDFKit.PDFDocument, text: string, weight: FontWeight): readonly Run[] {
  const runs: Run[] = [];
  for (const character of text) {
    const face = faceOf(pdf, character, weight);
    if (face === undefined) continue;
    const last = runs.at(-1);
    if (last?.face === face) runs[runs.length - 1] = { face, text: last.text + character };
    else runs.push({ face, text: character });
  }
  return runs;
}

/**
 * A text in characters that the fonts have. What they lack becomes its plain form where it has one (`ﬁ` is `fi`), a question
 * mark where it is a letter or a digit of another script, and nothing where it is a picture or a sign that is not seen.
 */
export function drawable(pdf: PDFKit.PDFDocument, text: string, weight: FontWeight): string {
  const has = (character: string): boolean => faceOf(pdf, character, weight) !== undefined;
  const seen = text.normalize('NFC').replaceAll(/\s/gu, ' ').replaceAll(/\p{C}/gu, '');
  return Array.from(seen, (character) => {
    if (has(character)) return character;
    const plain = Array.from(character.normalize('NFKD'));
    if (plain.every(has)) return plain.join('');
    return /[\p{L}\p{N}]/u.test(character) ? '?' : '';
  }).join('');
}

const faceOf = (pdf: PDFKit.PDFDocument, character: string, weight: FontWeight): string | undefined =>
  faces[weight].find((face) => hasCharacter(pdf, face, character));

function hasCharacter(pdf: PDFKit.PDFDocument, face: string, character: string): boolean {
  const opened: unknown = Reflect.get(takeFace(pdf, face), '_font');
  if (!isOpenedFont(opened)) throw new TypeError('the document does not say which characters its font has');
  return opened.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
}

/** What pdfkit keeps of an open font file; its types do not name it. */
interface OpenedFont {
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
}

function isOpenedFont(value: unknown): value is OpenedFont {
  if (typeof value !== 'object' || value === null || !('font' in value)) return false;
  const { font } = value;
  return typeof font === 'object' && font !== null && 'hasGlyphForCodePoint' in font;
}
