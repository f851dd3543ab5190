import { brandColors, type BrandColor } from '#domain/brand-colors.ts';
import { selectFont, toDrawable, type FontWeight } from './fonts.ts';
import type { Structure } from './structure.ts';

/** A text and its style. All lengths are in points. */
export interface TextBlock {
  readonly text: string;
  /** 11 by default. */
  readonly size?: number;
  /** 400 by default. */
  readonly weight?: FontWeight;
  /** `ink` by default. */
  readonly color?: BrandColor;
  readonly align?: 'left' | 'center' | 'right';
  /** Left edge and width; the sheet's by default. */
  readonly x?: number;
  readonly width?: number;
  /** The PDF structure type, such as `H1` or `TD`; `P` by default. */
  readonly role?: string;
  /** The address that the text opens; none by default. */
  readonly link?: string | undefined;
}

/** The content area of a document. The origin is the page's upper left corner; all lengths are in points. */
export interface Sheet {
  /** For shapes inside `decorate` and `picture`. Text goes through `write` and `row`. */
  readonly pdf: PDFKit.PDFDocument;
  readonly left: number;
  readonly width: number;
  /** The top of the next text. */
  y: number;
  /** Writes a text at `y` and moves `y` below it. Starts a new page when the text does not fit on this one. */
  write(block: TextBlock): void;
  /** Writes several texts side by side, starting at `y`, and moves `y` below the tallest. */
  row(blocks: readonly TextBlock[]): void;
  /** How far `row` would move `y`. */
  heightOf(blocks: readonly TextBlock[]): number;
  /** Nests everything that `content` writes in one structure element, such as `Table` or `TR`. */
  group(role: string, content: () => void): void;
  /** Draws shapes without meaning, such as lines and backgrounds, which screen readers skip. */
  decorate(shapes: () => void): void;
  /** Draws a picture with its description for screen readers. */
  picture(description: string, shapes: () => void): void;
  /** Starts a new page when less than `height` is left on this one. */
  reserve(height: number): void;
}

/** The edges of a page's content area. */
export interface Edges {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export function openSheet(pdf: PDFKit.PDFDocument, structure: Structure, edges: Edges): Sheet {
  const restoring = (shapes: () => void) => (): void => {
    pdf.save();
    shapes();
    pdf.restore();
  };
  const sheet: Sheet = {
    pdf,
    left: edges.left,
    width: edges.right - edges.left,
    y: edges.top,
    write: (block) => sheet.row([block]),
    row: (blocks) => {
      const cells = blocks.map((block) => layOut(sheet, block));
      const height = tallest(cells);
      sheet.reserve(height);
      for (const cell of cells) structure.add(cell.role, actualText(cell), () => drawCell(sheet, cell));
      sheet.y += height;
    },
    heightOf: (blocks) => tallest(blocks.map((block) => layOut(sheet, block))),
    group: (role, content) => structure.group(role, content),
    decorate: (shapes) => structure.skip(restoring(shapes)),
    picture: (description, shapes) => structure.add('Figure', { alt: description }, restoring(shapes)),
    reserve: (height) => {
      if (sheet.y + height <= edges.bottom) return;
      pdf.addPage();
      sheet.y = edges.top;
    },
  };
  return sheet;
}

interface Cell extends Required<TextBlock> {
  /** The text in the characters that the font has. */
  readonly drawn: string;
  readonly lineGap: number;
  readonly height: number;
}

const tallest = (cells: readonly Cell[]): number => Math.max(0, ...cells.map(({ height }) => height));

function layOut({ pdf, left, width }: Sheet, block: TextBlock): Cell {
  const styled = {
    ...({ size: 11, weight: 400, color: 'ink', align: 'left', role: 'P', link: undefined } as const),
    x: left,
    width,
    ...block,
  };
  selectFont(pdf, styled.weight, styled.size);
  const drawn = toDrawable(pdf, styled.text);
  const lineGap = lineHeight * styled.size - pdf.currentLineHeight(true);
  return { ...styled, drawn, lineGap, height: pdf.heightOfString(drawn, { width: styled.width, lineGap }) };
}

const lineHeight = 1.4; // times the font size

/** The original text for screen readers, if the font lacks some of its characters. */
const actualText = ({ text, drawn }: Cell): PDFKit.Mixins.StructureElementOptions =>
  drawn === text ? {} : { actual: text };

function drawCell({ pdf, y }: Sheet, { drawn, x, width, align, lineGap, size, weight, color, link }: Cell): void {
  selectFont(pdf, weight, size)
    .fillColor(brandColors[color])
    .text(drawn, x, y, { width, align, lineGap, ...(link === undefined ? {} : { link }) });
}
