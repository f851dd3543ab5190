import { encode } from 'uqr';
import { brandColors } from '#domain/brand-colors.ts';
import type { ProofContent } from '#domain/mail/mail.ts';
import type { Sheet } from '#server/pdf/drawing/sheet.ts';

/**
 * The proof of a receipt as a QR code with the link that checks it, next to what it proves. The link contains the proof, so the
 * code has more than a hundred modules on each side: it must not be drawn smaller.
 */
export function drawProof(sheet: Sheet, { kind, verifyUrl }: ProofContent): void {
  sheet.reserve(codeSize);
  const top = sheet.y;
  sheet.picture('QR code of the link that checks this receipt', () => {
    drawCode(sheet.pdf, verifyUrl, { left: sheet.left, top });
  });
  const text = { x: sheet.left + codeSize + gap, width: sheet.width - codeSize - gap };
  sheet.y = top + textTop;
  sheet.write({ ...text, text: 'Check it yourself', role: 'H2', size: 14, weight: 800 });
  sheet.y += gap / 2;
  for (const paragraph of paragraphs[kind]) {
    sheet.write({ ...text, text: paragraph, size: 9.5, color: 'muted' });
    sheet.y += gap / 2;
  }
  sheet.y = Math.max(sheet.y, top + codeSize);
}

/** In points: 49 mm, so that a module is 0.4 mm wide and the receipt fits on one page. */
const codeSize = 140;
const gap = 16;
const textTop = 8;

const howToCheck =
  'Scan the code to open the page that checks this receipt. The code contains the proof, so the page sends it nowhere.';

const paragraphs = {
  inclusion: ['This donation is in our public log, where no one can change it unnoticed.', howToCheck],
  promise: [
    'We promise, with our signature, that this donation will be in our public log within a day.',
    howToCheck,
    'Download this receipt again in a minute, and the code contains the proof instead of the promise.',
  ],
} as const;

/** Always the same of the eight patterns: choosing the best one takes three times as long as drawing the rest of the document. */
const maskPattern = 0;

function drawCode(pdf: PDFKit.PDFDocument, text: string, { left, top }: { left: number; top: number }): void {
  const { data, size } = encode(text, { ecc: 'L', border: 0, maskPattern });
  const module = codeSize / size;
  data.forEach((row, y) => {
    for (let from = row.indexOf(true); from !== -1;) {
      const until = row.indexOf(false, from);
      const to = until === -1 ? size : until;
      pdf.rect(left + from * module, top + y * module, (to - from) * module, module); // one shape for each run of dark modules
      from = row.indexOf(true, to);
    }
  });
  pdf.fill(brandColors.ink);
}
