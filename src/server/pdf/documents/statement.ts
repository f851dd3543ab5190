import { formatUtcDay } from '#domain/ledger/utc-day.ts';
import { formatCountOf, formatMoneyForAnyone } from '#domain/money/format.ts';
import { negate, type Money } from '#domain/money/money.ts';
import type { Sender } from '#domain/words/words.ts';
import type { Sheet } from '#server/pdf/drawing/sheet.ts';
import { writeDocument } from '#server/pdf/drawing/write-document.ts';
import { drawPlainTable, writeShortenedNote } from './plain-table.ts';

/** The contents of a charity's statement about a payout. No person is named. */
export interface Statement {
  readonly charityName: string;
  readonly payoutId: string;
  /** The last day whose donations are paid. */
  readonly day: string;
  readonly createdAt: Date;
  readonly donations: number;
  readonly received: Money;
  readonly refunded: Money;
  readonly amount: Money;
  /** Null until the bank has paid. */
  readonly transfer: { readonly paidOn: string; readonly reference: string } | null;
  /** Null unless the bank returned the transfer. */
  readonly returned: {
    readonly returnedOn: string;
    readonly bankReason: string;
    readonly reference: string;
  } | null;
  /** Opens the page on which the charity confirms the transfer; undefined while there is none. */
  readonly confirmUrl: string | undefined;
  readonly entries: readonly {
    readonly day: string;
    readonly kind: string;
    readonly donationId: string;
    readonly amount: Money;
  }[];
  /** True if there are more entries than the document lists. */
  readonly isShortened: boolean;
}

/** A PDF for a charity. The same statement and sender always produce the same bytes. */
export const writeStatement = (statement: Statement, sender: Sender): Promise<Buffer> =>
  writeDocument(
    {
      title: `${sender.name} statement: ${formatMoneyForAnyone(statement.amount)} to ${statement.charityName}`,
      subject: `Statement of payout ${statement.payoutId}`,
      date: statement.createdAt,
      sender,
    },
    (sheet) => drawStatement(sheet, statement),
  );

function drawStatement(sheet: Sheet, statement: Statement): void {
  sheet.write({ text: 'Payout statement', size: 26, weight: 800, role: 'H1' });
  sheet.write({ text: statement.charityName, size: 13, color: 'muted' });
  sheet.y += 14;
  const rows = [
    ['Payout', statement.payoutId],
    ['Donations until', formatUtcDay(statement.day)],
    [formatCountOf(statement.donations, 'donation'), formatMoneyForAnyone(statement.received)],
    ['Refunds and disputes', formatMoneyForAnyone(negate(statement.refunded))],
    [statement.transfer === null ? 'To be paid to you' : 'Paid to you', formatMoneyForAnyone(statement.amount)],
    ...transferRows(statement),
    ...returnRows(statement),
  ];
  drawPlainTable(sheet, { rows, shares: [0.4, 0.6], figuresFrom: 1 });
  if (statement.returned !== null) {
    sheet.y += 10;
    sheet.write({ text: 'The bank returned this transfer. A later payout includes its amount.' });
  }
  drawConfirmation(sheet, statement);
  sheet.y += 18;
  sheet.write({ text: 'Donations', size: 15, weight: 800, role: 'H2' });
  sheet.y += 6;
  drawPlainTable(sheet, {
    header: ['Day', 'Kind', 'Donation ID', 'Amount'],
    rows: statement.entries.map(({ day, kind, donationId, amount }) => [
      day,
      kind,
      donationId,
      formatMoneyForAnyone(amount),
    ]),
    shares: [0.14, 0.27, 0.39, 0.2], // ids need the most room
    figuresFrom: 3,
  });
  if (statement.isShortened) writeShortenedNote(sheet);
}

/** Asks the charity to confirm the transfer. */
function drawConfirmation(sheet: Sheet, { confirmUrl }: Statement): void {
  if (confirmUrl === undefined) return;
  sheet.y += 18;
  sheet.write({ text: 'Has it arrived?', size: 15, weight: 800, role: 'H2' });
  sheet.y += 6;
  sheet.write({
    text: 'Once the transfer is in your account, please open this page and press its button. We then tell the donors.',
  });
  sheet.y += 4;
  sheet.write({ text: confirmUrl, role: 'Link', link: confirmUrl, color: 'brandStrong' });
}

const transferRows = ({ transfer }: Statement): readonly (readonly [string, string])[] =>
  transfer === null
    ? [['Transfer', 'Not made yet']]
    : [
        ['Paid on', formatUtcDay(transfer.paidOn)],
        ['Reference of the transfer', transfer.reference],
      ];

const returnRows = ({ returned }: Statement): readonly (readonly [string, string])[] =>
  returned === null
    ? []
    : [
        ['Returned on', formatUtcDay(returned.returnedOn)],
        ['Reason of the bank', returned.bankReason],
        ['Reference of the return', returned.reference],
      ];
