import { brandColors } from '#domain/brand-colors.ts';
import type { Sheet } from '#server/pdf/drawing/sheet.ts';

/** The paper's position and size on the sheet, in points. */
export interface Paper {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Draws a till receipt with torn upper and lower edges on a tinted background. */
export function drawPaper(sheet: Sheet, paper: Paper): void {
  const { pdf } = sheet;
  const background = { top: paper.top - backgroundPadding, height: paper.height + 2 * backgroundPadding };
  sheet.decorate(() => {
    pdf
      .roundedRect(sheet.left, background.top, sheet.width, background.height, backgroundRadius)
      .fill(brandColors.tint);
    pdf.translate(0, shadowDrop);
    drawOutline(pdf, paper).fill(brandColors.tintStrong);
    pdf.translate(0, -shadowDrop);
    drawOutline(pdf, paper).fill(brandColors.white);
  });
}

const backgroundPadding = 28;
const backgroundRadius = 18;
const shadowDrop = 3;
const toothWidth = 12;
const toothHeight = 6;

/** Straight sides, with a zigzag along the torn top and bottom. */
function drawOutline(pdf: PDFKit.PDFDocument, { left, top, width, height }: Paper): PDFKit.PDFDocument {
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
