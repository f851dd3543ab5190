import type { ExampleFigures } from '#domain/report/example-figures.ts';
import type { YearReport } from '#domain/report/year-report.ts';
import type { Sender } from '#domain/words/words.ts';
import { writeImpactReport } from './impact-report.ts';
import { writeReceipt, type Receipt } from './receipt.ts';
import { writeStatement, type Statement } from './statement.ts';
import { writeYearReport } from './year-report.ts';
import { writeYearlyStatement, type YearlyStatement } from './yearly-statement.ts';

/** A PDF before it is drawn: everything that it says. */
export type PdfDocument =
  | { readonly kind: 'receipt'; readonly receipt: Receipt; readonly sender: Sender }
  | { readonly kind: 'statement'; readonly statement: Statement; readonly sender: Sender }
  | { readonly kind: 'yearly_statement'; readonly statement: YearlyStatement; readonly sender: Sender }
  | {
      readonly kind: 'impact_report';
      readonly year: number;
      readonly figures: ExampleFigures;
      readonly sender: Sender;
    }
  | { readonly kind: 'year_report'; readonly report: YearReport; readonly sender: Sender };

/** Draws a document. Takes about 20 ms of processor time, so only the thread in `pdf-worker.ts` calls it. */
export function drawDocument(document: PdfDocument): Promise<Buffer> {
  switch (document.kind) {
    case 'receipt':
      return writeReceipt(document.receipt, document.sender);
    case 'statement':
      return writeStatement(document.statement, document.sender);
    case 'yearly_statement':
      return writeYearlyStatement(document.statement, document.sender);
    case 'impact_report':
      return writeImpactReport(document);
    case 'year_report':
      return writeYearReport(document.report, document.sender);
  }
}
