import PDFDocument from 'pdfkit';
import type { Sender } from '#domain/words/words.ts';
import { registerFonts } from './fonts.ts';
import { contentEdges, drawFrame, pageSize } from './page-frame.ts';
import { openSheet, type Sheet } from './sheet.ts';
import { openStructure } from './structure.ts';

export interface DocumentInfo {
  readonly title: string;
  readonly subject: string;
  /** The date of the content, not of the file, so that the same content always produces the same bytes. */
  readonly date: Date;
  readonly sender: Sender;
}

/** Writes a tagged PDF on letter pages with our fonts, the wordmark and a footer; `draw` adds the content. */
export async function writeDocument(info: DocumentInfo, draw: (sheet: Sheet) => void): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: [pageSize.width, pageSize.height],
    margin: 0, // the sheet starts new pages itself
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    font: '', // no built-in font
    info: {
      Title: info.title,
      Subject: info.subject,
      Author: info.sender.name,
      Creator: info.sender.name,
      Producer: info.sender.name,
      CreationDate: info.date,
    },
  });
  registerFonts(pdf);
  const written = collect(pdf);
  const structure = openStructure(pdf);
  draw(openSheet(pdf, structure, contentEdges));
  structure.end();
  const { count } = pdf.bufferedPageRange();
  for (let index = 0; index < count; index += 1) {
    pdf.switchToPage(index);
    drawFrame(pdf, { number: index + 1, of: count, sender: info.sender });
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
