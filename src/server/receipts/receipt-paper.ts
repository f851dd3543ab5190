import { brandColours } from '#domain/brand-colours.ts';
import type { Sheet } from '#server/pdf/sheet.ts';

/** A strip of paper on the sheet, in points. */
export interface Paper {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Draws a till's paper with torn edges above and below, on a warm ground. */
export function drawPaper(sheet: Sheet, paper: Paper): void {
  const { pdf } = sheet;
  const ground = { top: paper.top - groundPadding, height: paper.height + 2 * groundPadding };
  sheet.decorate(() => {
    pdf.roundedRect(sheet.left, ground.top, sheet.width, ground.height, groundRadius).fill(brandColours.tint);
    pdf.translate(0, shadowDrop);
    tear(pdf, paper).fill(brandColours.tintStrong);
    pdf.translate(0, -shadowDrop);
    tear(pdf, paper).fill(brandColours.white);
  });
}

const groundPadding = 28;
const groundRadius = 18;
const shadowDrop = 3;
const toothWidth = 12;
const toothHeight = 6;

/** The outline of the paper: straight at the sides, with teeth where it was torn off. */
function tear(pdf: PDFKit.PDFDocument, { left, top, width, height }: Paper): PDFKit.PDFDocument {
  const teeth = Math.floor(width / toothWidth);
  const step = width / teeth / 2;
  pdf.moveTo(left, top);
  for (let half = 1; half <= teeth * 2; half += 1) pdf.lineTo(left + half * step, top - (half % 2) * toothHeight);
  pdf.lineTo(left + width, top + height);
  for (let half = 1; half <= teeth * 2; half += 1) {
    pdf.lineTo(left + width - half * step, top + height + (half % 2) * toothHeight);
  }
  return pdf.closePath();
}
