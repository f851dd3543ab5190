import { brandColors } from '#domain/brand-colors.ts';
import { brand } from '#domain/brand.ts';
import { wordmarkOf } from '#domain/words/wordmark.ts';
import type { Sender } from '#domain/words/words.ts';
import { selectFont } from './fonts.ts';
import type { Edges } from './sheet.ts';

/** US letter, in points. */
export const pageSize = { width: 612, height: 792 } as const;

/** The content area inside the frame. */
export const contentEdges: Edges = { left: 56, top: 120, right: pageSize.width - 56, bottom: pageSize.height - 84 };

/** The brand mark of `public/art/mark.svg`: a K with a bite taken out, and two crumbs. */
export const mark = {
  letter:
    'M7 3.5h4q3 0 3 3v9.7l8-10.9q1.3-1.8 3.5-1.8h2.3A5 5 0 0 0 31 9.3 4.8 4.8 0 0 0 29 14.4l-5 5.6 9.7 12.3c1.5 2 .4 4.2-2 4.2h-5.4q-2.2 0-3.5-1.8l-6.3-8.7-2.5 2.8v4.7q0 3-3 3H7q-3 0-3-3v-27q0-3 3-3z',
  crumbs: [
    { x: 35, y: 5, radius: 2.2 },
    { x: 35, y: 12, radius: 1.4 },
  ],
} as const;

/**
 * Draws the frame of one page: the wordmark at the top; the name, the tagline and the contact address at the bottom, with the
 * page number if there are several pages.
 */
export function drawFrame(
  pdf: PDFKit.PDFDocument,
  page: { readonly number: number; readonly of: number; readonly sender: Sender },
): void {
  const { left, right } = contentEdges;
  pdf.markContent('Artifact', { type: 'Pagination' });
  pdf.rect(0, 0, pageSize.width, 8).fill(brandColors.brand);
  drawWordmark(pdf, page.sender);
  const footerTop = pageSize.height - 60;
  pdf.moveTo(left, footerTop).lineTo(right, footerTop).lineWidth(0.75).stroke(brandColors.line);
  selectFont(pdf, 400, 9).fillColor(brandColors.muted);
  pdf.text(`${page.sender.name} · ${brand.tagline} · ${page.sender.contactEmail}`, left, footerTop + 12, {
    lineBreak: false,
  });
  if (page.of > 1) {
    const number = `Page ${page.number} of ${page.of}`;
    pdf.text(number, right - pdf.widthOfString(number), footerTop + 12, { lineBreak: false });
  }
  pdf.endMarkedContent();
}

/** Draws the mark, a K, and the text beside it: a name that begins with K continues after the mark. */
function drawWordmark(pdf: PDFKit.PDFDocument, { name }: Sender): void {
  pdf.markContent('Span', { actual: name });
  pdf.save().translate(contentEdges.left, 48).scale(0.7).path(mark.letter).fill(brandColors.brandStrong);
  for (const { x, y, radius } of mark.crumbs) pdf.circle(x, y, radius).fill(brandColors.brandStrong);
  pdf.restore();
  selectFont(pdf, 800, 26).fillColor(brandColors.brandStrong);
  pdf.text(wordmarkOf(name), contentEdges.left + 26, 44, { lineBreak: false });
  pdf.endMarkedContent();
}
