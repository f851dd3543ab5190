import { brandColors } from '#domain/brand-colors.ts';
import { withFigures, type ExampleFigures } from '#domain/report/example-figures.ts';
import type { ImpactReport } from '#domain/report/impact-report.ts';
import { headlinesOf, illustrativeNote, monthsNote, regionsNoteOf, summaryOf } from '#domain/report/report-words.ts';
import type { Sender } from '#domain/words/words.ts';
import type { Sheet } from '#server/pdf/drawing/sheet.ts';
import { writeDocument } from '#server/pdf/drawing/write-document.ts';
import { drawHeading, drawHeadlines, drawNote, drawPartners } from './report-panels.ts';
import { drawMonths, drawRegions } from './report-tables.ts';

interface ReportToWrite {
  readonly year: number;
  readonly figures: ExampleFigures;
  readonly sender: Sender;
}

/** The illustrative report as a PDF of two pages. The same year, figures and sender always produce the same bytes. */
export const writeImpactReport = ({ year, figures, sender }: ReportToWrite): Promise<Buffer> =>
  writeDocument(
    {
      title: `${sender.name} Impact Report ${year}`,
      subject: `Annual impact report, January to December ${year}. ${illustrativeNote}`,
      date: new Date(Date.UTC(year + 1, 0, 1)), // published at New Year
      sender,
    },
    (sheet) => {
      drawYear(sheet, withFigures(figures), year);
      sheet.reserve(pageHeight); // always starts the second page
      drawOutlook(sheet, withFigures(figures));
    },
  );

/** In points: more than the space left on a page that is not empty. */
const pageHeight = 560;

function drawYear(sheet: Sheet, report: ImpactReport, year: number): void {
  sheet.write({ text: `Impact Report ${year}`, size: 30, weight: 800, role: 'H1' });
  sheet.write({ text: `January to December ${year}`, size: 13, color: 'muted' });
  sheet.y += 12;
  drawNote(sheet, illustrativeNote);
  drawHeading(sheet, 'Summary');
  sheet.write({ text: summaryOf(report, year) });
  sheet.y += 14;
  drawHeadlines(sheet, headlinesOf(report));
  drawHeading(sheet, 'January to June, month by month');
  sheet.write({ text: monthsNote });
  sheet.y += 8;
  drawMonths(sheet, report.months);
}

function drawOutlook(sheet: Sheet, report: ImpactReport): void {
  drawHeading(sheet, 'Meals by region');
  sheet.write({ text: regionsNoteOf(report) });
  sheet.y += 8;
  drawRegions(sheet, report.regions);
  drawHeading(sheet, 'Partner spotlight');
  drawPartners(sheet, report.partners);
  drawHeading(sheet, 'Looking Ahead');
  sheet.group('L', () => {
    for (const goal of report.goals) {
      const top = sheet.y;
      sheet.decorate(() => sheet.pdf.circle(sheet.left + 3, top + 7.5, 2.5).fill(brandColors.brand));
      sheet.group('LI', () => sheet.write({ text: goal, x: sheet.left + 16, width: sheet.width - 16, role: 'LBody' }));
      sheet.y += 3;
    }
  });
  sheet.y += 24;
  sheet.write({ text: illustrativeNote, size: 9, color: 'muted' }); // repeated because pages get separated
}
