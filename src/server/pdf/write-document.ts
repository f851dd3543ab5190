import { brand } from '#domain/brand.ts';
import { contentEdges, drawFrame, pageSize } from './page-frame.ts';
import { openSheet, type Sheet } from './sheet.ts';
import { openStructure } from './structure.ts';

/** What a document says about itself. */
export interface DocumentAbout {
  readonly title: string;
  readonly subject: string;
  /** When that came to be which the document tells. It stands in the file as its date, so the same content gives the same bytes. */
  readonly madeAt: Date;
  /** False leaves the file's streams readable, for tests; true when absent. */
  readonly isCompressed?: boolean;
}

/**
 * Writes a PDF of our own: letter size, the wordmark above each page, our fonts, with a title, a language and a structure that
 * screen readers can follow. `draw` puts the content on the sheet. pdfkit is loaded for the first document: it weighs some
 * 30 MB of memory, and most processes never write one.
 */
export async function writeDocument(about: DocumentAbout, draw: (sheet: Sheet) => void): Promise<Buffer> {
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({
    size: [pageSize.width, pageSize.height],
    margin: 0, // the sheet keeps the edges: pdfkit must never begin a page by itself
    bufferPages: true,
    compress: about.isCompressed ?? true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    font: '', // none of pdfkit's own
    info: {
      Title: about.title,
      Subject: about.subject,
      Author: brand.name,
      Creator: brand.name,
      Producer: brand.name,
      CreationDate: about.madeAt,
    },
  });
  const written = collect(pdf);
  const structure = openStructure(pdf);
  draw(openSheet(pdf, structure, contentEdges));
  structure.end();
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    drawFrame(pdf, { number: index + 1, of: count });
  }
  pdf.end();
  return written;
}

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
}
