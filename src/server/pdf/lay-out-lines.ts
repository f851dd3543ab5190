import { drawable, runsOf, takeFace, type FontWeight, type Run } from './faces.ts';

/** One line of a laid-out text. */
export interface Line {
  readonly runs: readonly Run[];
  /** In points. */
  readonly width: number;
  /** Whether the word at its end goes on in the next line. */
  readonly isBroken: boolean;
}

/** How letters look. */
export interface Letters {
  readonly weight: FontWeight;
  /** In points. */
  readonly size: number;
}

/** Breaks a text into lines no wider than `widthMax` points: between words, and inside a word that is wider than a line. */
export function layOutLines(
  pdf: PDFKit.PDFDocument,
  text: string,
  letters: Letters,
  widthMax: number,
): readonly Line[] {
  const width = (piece: string): number => widthOf(pdf, runsOf(pdf, piece, letters.weight), letters.size);
  const lines: { text: string; isBroken: boolean }[] = [];
  let room = 0; // what is left of the last line
  for (const word of drawable(pdf, text, letters.weight).split(' ')) {
    if (word === '') continue;
    const needed = width(` ${word}`);
    const last = lines.at(-1);
    if (last && needed <= room) {
      last.text += ` ${word}`;
      room -= needed;
    } else {
      const pieces = broken(word, (piece) => width(piece) <= widthMax);
      lines.push(...pieces.map((piece, number) => ({ text: piece, isBroken: number < pieces.length - 1 })));
      room = widthMax - width(pieces.at(-1) ?? '');
    }
  }
  return lines.map(({ text: line, isBroken }) => ({
    runs: runsOf(pdf, line, letters.weight),
    width: width(line),
    isBroken,
  }));
}

/** A word in pieces that fit; a single character is a piece even where it does not. */
function broken(word: string, fits: (piece: string) => boolean): readonly string[] {
  if (fits(word)) return [word];
  const pieces: string[] = [];
  for (const character of word) {
    const longer = `${pieces.at(-1) ?? ''}${character}`;
    if (pieces.length > 0 && fits(longer)) pieces.splice(-1, 1, longer);
    else pieces.push(character);
  }
  return pieces;
}

const widthOf = (pdf: PDFKit.PDFDocument, runs: readonly Run[], size: number): number =>
  runs.reduce((width, run) => width + takeFace(pdf, run.face).fontSize(size).widthOfString(run.text), 0);
