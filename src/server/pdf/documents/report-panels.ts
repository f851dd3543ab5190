import { brandColors } from '#domain/brand-colors.ts';
import type { PartnerStory } from '#domain/report/impact-report.ts';
import type { Sheet, TextBlock } from '#server/pdf/drawing/sheet.ts';

const padding = 10;
const gap = 12;

export function drawHeading(sheet: Sheet, text: string): void {
  sheet.y += 20;
  sheet.write({ text, size: 16, weight: 800, role: 'H2' });
  sheet.y += 4;
}

/** A sentence on a colored background. */
export function drawNote(sheet: Sheet, text: string, lines = 2): void {
  const { left, width, y } = sheet;
  const height = lines * 11 * 1.4 + 2 * padding;
  sheet.decorate(() => sheet.pdf.roundedRect(left, y, width, height, 8).fill(brandColors.cream));
  sheet.y += padding;
  sheet.write({ text, weight: 800, color: 'onBrand', x: left + padding, width: width - 2 * padding });
  sheet.y = y + height;
}

/** The four headline figures side by side. */
export function drawHeadlines(
  sheet: Sheet,
  headlines: readonly { readonly name: string; readonly figure: string }[],
): void {
  const boxes = columnsOf(sheet, headlines.length);
  const height = 54;
  const top = sheet.y;
  sheet.decorate(() => {
    for (const { x, width } of boxes) sheet.pdf.roundedRect(x, top, width, height, 8).fill(brandColors.leafTint);
  });
  headlines.forEach(({ name, figure }, index) => {
    sheet.y = top + 10;
    sheet.write({ text: name, size: 9, color: 'muted', ...inside(boxes[index]) });
    sheet.write({ text: figure, size: 15, weight: 800, color: 'leaf', ...inside(boxes[index]) });
  });
  sheet.y = top + height;
}

/** The partners side by side. */
export function drawPartners(sheet: Sheet, partners: readonly PartnerStory[]): void {
  const boxes = columnsOf(sheet, partners.length);
  const height = 96;
  const top = sheet.y;
  sheet.decorate(() => {
    for (const { x, width } of boxes) sheet.pdf.roundedRect(x, top, width, height, 8).fill(brandColors.tint);
  });
  partners.forEach(({ name, text }, index) => {
    sheet.y = top + padding;
    sheet.write({ text: name, size: 12, weight: 800, role: 'H3', ...inside(boxes[index]) });
    sheet.y += 2;
    sheet.write({ text, size: 10, color: 'muted', ...inside(boxes[index]) });
  });
  sheet.y = top + height;
}

interface Column {
  readonly x: number;
  readonly width: number;
}

/** Equal columns across the sheet. */
function columnsOf(sheet: Sheet, count: number): readonly Column[] {
  const width = (sheet.width - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, index) => ({ x: sheet.left + index * (width + gap), width }));
}

const inside = (box: Column | undefined): Pick<TextBlock, 'x' | 'width'> =>
  box ? { x: box.x + padding, width: box.width - 2 * padding } : {};
