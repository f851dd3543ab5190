import { publishedAnswer } from '#contract/admin/publishing.ts';
import {
  adminReportAnswer,
  figuresPreview,
  previewFiguresRequest,
  publishFiguresRequest,
  reportYearsAnswer,
  restoreFiguresRequest,
  switchYearRequest,
} from '#contract/admin/report.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const adminReportCalls = {
  getAdminReport: { method: 'GET', path: '/api/admin/report', answer: adminReportAnswer },
  previewFigures: {
    method: 'POST',
    path: '/api/admin/report/preview',
    body: previewFiguresRequest,
    answer: figuresPreview,
  },
  publishFigures: { method: 'POST', path: '/api/admin/report', body: publishFiguresRequest, answer: publishedAnswer },
  restoreFigures: {
    method: 'POST',
    path: '/api/admin/report/default',
    body: restoreFiguresRequest,
    answer: publishedAnswer,
  },
  getReportYears: { method: 'GET', path: '/api/admin/report-years', answer: reportYearsAnswer },
  switchReportYear: {
    method: 'POST',
    path: '/api/admin/report-years',
    body: switchYearRequest,
    answer: publishedAnswer,
  },
} as const satisfies CallTable;
