import {
  booksNote,
  togetherNote,
  yearCells,
  yearHeadlines,
  yearSummaryOf,
  type YearReport,
  type YearRow,
} from '#domain/report/year-report.ts';
import type { Sender } from '#domain/words/words.ts';
import type { Sheet } from '#server/pdf/drawing/sheet.ts';
import { writeDocument } from '#server/pdf/drawing/write-document.ts';
import { drawHeading, drawHeadlines, drawNote } from './report-panels.ts';
import { drawPlainTable } from './plain-table.ts';

/** The yearly report from the books as a PDF. The same figures and sender always produce the same bytes. */
export const writeYearReport = (report: YearReport, sender: Sender): Promise<Buffer> =>
  writeDocument(
    {
      title: `${sender.name} Impact Report ${report.year}`,
      subject: `Impact report of ${report.year}, from our books.`,
      date: new Date(Date.UTC(report.year + 1, 0, 1)),
      sender,
    },
    (sheet) => {
      sheet.write({ text: `Impact Report ${report.year}`, size: 30, weight: 800, role: 'H1' });
      const span = report.isRunning ? `${report.year} so far` : `January to December ${report.year}`;
      sheet.write({ text: span, size: 13, color: 'muted' });
      sheet.y += 12;
      drawNote(sheet, booksNote, 3);
      drawHeading(sheet, 'Summary');
      sheet.write({ text: yearSummaryOf(report) });
      sheet.y += 14;
      drawHeadlines(sheet, yearHeadlines(report));
      drawRows(sheet, { title: 'Month by month', first: 'Month', rows: report.months });
      drawRows(sheet, { title: 'Charity by charity', first: 'Charity', rows: report.byCharity });
    },
  );

interface RowsToDraw {
  readonly title: string;
  /** The title of the first column. */
  readonly first: string;
  readonly rows: readonly YearRow[];
}

function drawRows(sheet: Sheet, { title, first, rows }: RowsToDraw): void {
  sheet.reserve(100); // a heading stays with its table
  drawHeading(sheet, title);
  sheet.write({ text: togetherNote });
  sheet.y += 8;
  drawPlainTable(sheet, {
    header: [first, 'Donations', 'Meals', 'Amount'],
    rows: rows.map((row) => [row.name, ...yearCells(row)]),
    shares: [0.43, 0.17, 0.17, 0.23],
    figuresFrom: 1,
    size: 11,
  });
}
