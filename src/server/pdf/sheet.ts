import { brandColours, type BrandColour } from '#domain/brand-colours.ts';
import { drawable, takeFace, type FontWeight } from './faces.ts';
import { layOutLines, type Line } from './lay-out-lines.ts';
import type { Structure } from './structure.ts';

/** Words and how they stand. All measures are in points. */
export interface Words {
  readonly text: string;
  /** 11 when absent. */
  readonly size?: number;
  /** 400 when absent. */
  readonly weight?: FontWeight;
  /** `ink` when absent. */
  readonly colour?: BrandColour;
  readonly align?: 'left' | 'center' | 'right';
  /** Left edge and width; the sheet's own when absent. */
  readonly x?: number;
  readonly width?: number;
  /** What the words are to a screen reader, such as `H1` or `TD`; `P` when absent. */
  readonly role?: string;
}

/** What a document's content is written on. Origin is the page's upper left corner; all measures are in points. */
export interface Sheet {
  /** For shapes, inside `decorate` and `picture`. Words go by `write` and `row`, which know our fonts. */
  readonly pdf: PDFKit.PDFDocument;
  readonly left: number;
  readonly width: number;
  /** Where the next words stand. */
  y: number;
  /** Writes at `y` and moves it below; on a new page when this one has no room for the whole. */
  write(words: Words): void;
  /** Writes several beside each other, all beginning at `y`, and moves it below the longest. */
  row(cells: readonly Words[]): void;
  /** How far `row` would move `y`. */
  heightOf(cells: readonly Words[]): number;
  /** Makes everything written by `content` part of one thing, such as `Table` or `TR`. */
  group(role: string, content: () => void): void;
  /** Draws what has no meaning, such as lines and grounds: screen readers pass it by. */
  decorate(shapes: () => void): void;
  /** Draws a picture; `description` stands for it where it cannot be seen. */
  picture(description: string, shapes: () => void): void;
  /** Makes room for what must not be torn apart: a new page when less than `height` is left on this one. */
  reserve(height: number): void;
}

/** Where content stands on a page. */
export interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The sheet over an open document. */
export function openSheet(pdf: PDFKit.PDFDocument, structure: Structure, edges: Edges): Sheet {
  const apart = (shapes: () => void) => (): void => {
    pdf.save();
    shapes();
    pdf.restore();
  };
  const sheet: Sheet = {
    pdf,
    left: edges.left,
    width: edges.right - edges.left,
    y: edges.top,
    write: (words) => sheet.row([words]),
    row: (words) => {
      const cells = words.map((cell) => layOut(sheet, cell));
      const height = tallest(cells);
      sheet.reserve(height);
      for (const cell of cells) structure.add(cell.role, actualText(pdf, cell), () => drawCell(sheet, cell));
      sheet.y += height;
    },
    heightOf: (words) => tallest(words.map((cell) => layOut(sheet, cell))),
    group: (role, content) => structure.group(role, content),
    decorate: (shapes) => structure.skip(apart(shapes)),
    picture: (description, shapes) => structure.add('Figure', { alt: description }, apart(shapes)),
    reserve: (height) => {
      if (sheet.y + height <= edges.bottom) return;
      pdf.addPage();
      sheet.y = edges.top;
    },
  };
  return sheet;
}

const lineHeight = 1.4;

interface Cell extends Required<Words> {
  readonly lines: readonly Line[];
  readonly height: number;
}

const tallest = (cells: readonly Cell[]): number => Math.max(0, ...cells.map(({ height }) => height));

function layOut(sheet: Sheet, words: Words): Cell {
  const whole = {
    ...({ size: 11, weight: 400, colour: 'ink', align: 'left', x: sheet.left, width: sheet.width, role: 'P' } as const),
    ...words,
  };
  const lines = layOutLines(sheet.pdf, whole.text, whole, whole.width);
  return { ...whole, lines, height: lines.length * whole.size * lineHeight };
}

/** Where the fonts lack characters, screen readers are told the text as it was. */
const actualText = (pdf: PDFKit.PDFDocument, { text, weight }: Cell): PDFKit.Mixins.StructureElementOptions =>
  drawable(pdf, text, weight) === text ? {} : { actual: text };

function drawCell({ pdf, y }: Sheet, cell: Cell): void {
  cell.lines.forEach(({ runs, width, isBroken }, number) => {
    let x = cell.x + indentOf(cell, cell.width - width);
    const top = y + number * cell.size * lineHeight;
    const hasSpace = !isBroken && number < cell.lines.length - 1; // it parts words for readers and copies
    runs.forEach(({ face, text }, run) => {
      const isEnd = run === runs.length - 1;
      takeFace(pdf, face).fontSize(cell.size).fillColor(brandColours[cell.colour]);
      pdf.text(isEnd && hasSpace ? `${text} ` : text, x, top, { lineBreak: false });
      x += pdf.widthOfString(text);
    });
  });
}

function indentOf({ align }: Cell, room: number): number {
  if (align === 'left') return 0;
  return align === 'right' ? room : room / 2;
}
