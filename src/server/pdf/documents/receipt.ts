import { brandColors } from '#domain/brand-colors.ts';
import { receiptWords } from '#domain/donation/receipt-words.ts';
import type { ReceiptContent } from '#domain/mail/mail.ts';
import { formatCount, formatMoneyForAnyone } from '#domain/money/format.ts';
import type { Sender } from '#domain/words/words.ts';
import type { Sheet, TextBlock } from '#server/pdf/drawing/sheet.ts';
import { writeDocument } from '#server/pdf/drawing/write-document.ts';
import { drawPaper, type Paper } from './receipt-paper.ts';
import { drawProof } from './receipt-proof.ts';

/** The contents of a receipt as PDF: those of its email, without the donor. */
export type Receipt = Omit<ReceiptContent, 'reader'>;

/** A PDF that looks like a receipt from a till. The same receipt and sender always produce the same bytes. */
export const writeReceipt = (receipt: Receipt, sender: Sender): Promise<Buffer> =>
  writeDocument(
    {
      title: `${sender.name} receipt: ${formatMoneyForAnyone(receipt.amount)} to ${receipt.charityName}`,
      subject: `Receipt of donation ${receipt.transactionId}`,
      date: receipt.donatedAt,
      sender,
    },
    (sheet) => drawReceipt(sheet, receipt),
  );

function drawReceipt(sheet: Sheet, receipt: Receipt): void {
  const paper = paperOn(sheet);
  const blocks = [headerOf(receipt, paper), pricesOf(receipt, paper), detailsOf(receipt, paper), footerOf(paper)];
  const heights = blocks.map((rows) => rows.reduce((height, row) => height + sheet.heightOf(row) + rowGap, 0));
  const height = heights.reduce((sum, block) => sum + block + ruleGap, 0) + ruleGap;
  sheet.y += paperTop;
  drawPaper(sheet, { ...paper, top: sheet.y, height });
  sheet.y += ruleGap;
  blocks.forEach((rows, number) => {
    if (number > 0) drawRule(sheet, paper);
    if (rows.some((row) => row.length > 1)) sheet.group('Table', () => rows.forEach((row) => writeLine(sheet, row)));
    else rows.forEach((row) => writeLine(sheet, row));
    sheet.y += ruleGap;
  });
  if (!receipt.proof) return;
  sheet.y += proofTop;
  drawProof(sheet, receipt.proof);
}

const paperTop = 8;
const proofTop = 48;
const paperWidth = 380;
const paperPadding = 36;
const rowGap = 7;
const ruleGap = 20;

const paperOn = ({ left, width }: Sheet): PaperColumn => ({
  left: left + (width - paperWidth) / 2,
  width: paperWidth,
});

type PaperColumn = Pick<Paper, 'left' | 'width'>;
type Row = readonly TextBlock[];

const fullWidth = ({ left, width }: PaperColumn): { readonly x: number; readonly width: number } => ({
  x: left + paperPadding,
  width: width - 2 * paperPadding,
});

function headerOf(receipt: Receipt, paper: PaperColumn): readonly Row[] {
  const line = { ...fullWidth(paper), align: 'center' } as const;
  return [
    [{ ...line, text: 'Donation receipt', role: 'H1', size: 22, weight: 800 }],
    [{ ...line, text: `Thank you. ${mealsSentence(receipt.meals)}`, size: 12, weight: 800, color: 'leaf' }],
  ];
}

const mealsSentence = (meals: number): string =>
  meals === 1 ? '1 meal is on its way.' : `${formatCount(meals)} meals are on their way.`;

function pricesOf(receipt: Receipt, paper: PaperColumn): readonly Row[] {
  return [
    labeledRow(paper, receiptWords.amount, formatMoneyForAnyone(receipt.amount)),
    labeledRow(paper, receiptWords.serviceFee, formatMoneyForAnyone(receipt.serviceFee)),
    labeledRow(paper, receiptWords.total, formatMoneyForAnyone(receipt.total), 'strong'),
    labeledRow(paper, receiptWords.charged[receipt.paidWith], formatMoneyForAnyone(receipt.charged)),
  ];
}

const detailsOf = (receipt: Receipt, paper: PaperColumn): readonly Row[] => [
  labeledRow(paper, 'Gift', receipt.isMonthly ? `${receipt.label}, monthly` : receipt.label),
  labeledRow(paper, 'Charity', receipt.charityName),
  labeledRow(paper, 'Meals', formatCount(receipt.meals)),
  labeledRow(paper, 'Date', dateOf(receipt)),
  labeledRow(paper, 'Transaction ID', receipt.transactionId),
];

function footerOf(paper: PaperColumn): readonly Row[] {
  const text = 'This is not an official receipt for income tax purposes.';
  return [[{ ...fullWidth(paper), text, align: 'center', size: 9.5, color: 'muted' }]];
}

/** A name on the left and its value on the right. */
function labeledRow(paper: PaperColumn, name: string, value: string, kind: 'plain' | 'strong' = 'plain'): Row {
  const { x, width } = fullWidth(paper);
  const font = kind === 'strong' ? ({ size: 17, weight: 800 } as const) : ({ size: 11, weight: 400 } as const);
  const nameWidth = width * 0.36;
  return [
    { ...font, text: name, role: 'TH', x, width: nameWidth, color: kind === 'strong' ? 'ink' : 'muted' },
    { ...font, text: value, role: 'TD', x: x + nameWidth, width: width - nameWidth, align: 'right' },
  ];
}

function writeLine(sheet: Sheet, row: Row): void {
  if (row.length > 1) sheet.group('TR', () => sheet.row(row));
  else sheet.row(row);
  sheet.y += rowGap;
}

function drawRule(sheet: Sheet, paper: PaperColumn): void {
  const { x, width } = fullWidth(paper);
  const y = sheet.y - ruleGap / 2 - rowGap / 2;
  sheet.decorate(() =>
    sheet.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(1.25)
      .dash(4, { space: 4 })
      .stroke(brandColors.line),
  );
}

const dateOf = ({ donatedAt, timeZone }: Receipt): string =>
  donatedAt.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone });
