import { brandColours } from '#domain/brand-colours.ts';
import { brand } from '#domain/brand.ts';
import { civilDay } from '#domain/donation/civil-day.ts';
import { serviceFeePercent } from '#domain/donation/pricing.ts';
import { formatCount, formatMoney, formatWithCode } from '#domain/money/format.ts';
import type { Sheet, Words } from '#server/pdf/sheet.ts';
import { writeDocument } from '#server/pdf/write-document.ts';
import type { GiftReceipt } from './gift-receipt.ts';
import { drawPaper, type Paper } from './receipt-paper.ts';

/** Writes the receipt of a gift as a PDF that looks like one from a till. The same gift gives the same bytes. */
export const writeReceiptDocument = (receipt: GiftReceipt): Promise<Buffer> =>
  writeDocument(
    {
      title: `${brand.name} receipt: ${formatMoney(receipt.amount)} to ${receipt.charityName}`,
      subject: `Receipt of donation ${receipt.transactionId}`,
      madeAt: receipt.donatedAt,
    },
    (sheet) => drawReceipt(sheet, receipt),
  );

/** The file's name: sorts by day and tells two gifts of a day apart. The end of the id is enough for that, and gives nothing away. */
export const receiptFileName = ({ donatedAt, timeZone, transactionId }: GiftReceipt): string =>
  `${brand.name.toLowerCase()}-receipt-${civilDay(donatedAt, timeZone)}-${transactionId.slice(-6)}.pdf`;

function drawReceipt(sheet: Sheet, receipt: GiftReceipt): void {
  const paper = paperOn(sheet);
  const blocks = [headOf(receipt, paper), moneyOf(receipt, paper), giftOf(receipt, paper), footOf(paper)];
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
}

const paperTop = 20;
const paperWidth = 380;
const paperPadding = 36;
const rowGap = 7;
const ruleGap = 20;

const paperOn = ({ left, width }: Sheet): Pick<Paper, 'left' | 'width'> => ({
  left: left + (width - paperWidth) / 2,
  width: paperWidth,
});

type Column = Pick<Words, 'x' | 'width'>;
type Placed = Pick<Paper, 'left' | 'width'>;
type Row = readonly Words[];

const wholeLine = ({ left, width }: Placed): Required<Column> => ({
  x: left + paperPadding,
  width: width - 2 * paperPadding,
});

function headOf(receipt: GiftReceipt, paper: Placed): readonly Row[] {
  const line = { ...wholeLine(paper), align: 'center' } as const;
  return [
    [{ ...line, text: 'Donation receipt', role: 'H1', size: 22, weight: 800 }],
    [{ ...line, text: `Thank you. ${onTheirWay(receipt.meals)}`, size: 12, weight: 800, colour: 'leaf' }],
  ];
}

const onTheirWay = (meals: number): string =>
  meals === 1 ? '1 meal is on its way.' : `${formatCount(meals)} meals are on their way.`;

const moneyOf = (receipt: GiftReceipt, paper: Placed): readonly Row[] => [
  figure(paper, 'Donation', formatMoney(receipt.amount)),
  figure(paper, `Service Fee (${serviceFeePercent}%)`, formatMoney(receipt.serviceFee)),
  figure(paper, `Total (${receipt.total.currency})`, formatMoney(receipt.total), 'strong'),
  figure(paper, 'Charged', formatWithCode(receipt.charged)),
];

const giftOf = (receipt: GiftReceipt, paper: Placed): readonly Row[] => [
  figure(paper, 'Gift', receipt.isMonthly ? `${receipt.label}, monthly` : receipt.label),
  figure(paper, 'Charity', receipt.charityName),
  figure(paper, 'Meals', formatCount(receipt.meals)),
  figure(paper, 'Date', dateOf(receipt)),
  figure(paper, 'Transaction ID', receipt.transactionId),
];

function footOf(paper: Placed): readonly Row[] {
  const text = 'This is not an official receipt for income tax purposes.';
  return [[{ ...wholeLine(paper), text, align: 'center', size: 9.5, colour: 'muted' }]];
}

/** A name on the left and what it is on the right. */
function figure(paper: Placed, name: string, value: string, kind: 'plain' | 'strong' = 'plain'): Row {
  const { x, width } = wholeLine(paper);
  const letters = kind === 'strong' ? ({ size: 17, weight: 800 } as const) : ({ size: 11, weight: 400 } as const);
  const nameWidth = width * 0.36;
  return [
    { ...letters, text: name, role: 'TH', x, width: nameWidth, colour: kind === 'strong' ? 'ink' : 'muted' },
    { ...letters, text: value, role: 'TD', x: x + nameWidth, width: width - nameWidth, align: 'right' },
  ];
}

function writeLine(sheet: Sheet, row: Row): void {
  if (row.length > 1) sheet.group('TR', () => sheet.row(row));
  else sheet.row(row);
  sheet.y += rowGap;
}

function drawRule(sheet: Sheet, paper: Placed): void {
  const { x, width } = wholeLine(paper);
  const y = sheet.y - ruleGap / 2 - rowGap / 2;
  sheet.decorate(() =>
    sheet.pdf
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(1.25)
      .dash(4, { space: 4 })
      .stroke(brandColours.line),
  );
}

const dateOf = ({ donatedAt, timeZone }: GiftReceipt): string =>
  donatedAt.toLocaleDateString('en-US', { year: 'numeric', month: 'short', day: 'numeric', timeZone });
