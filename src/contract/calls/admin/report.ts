import { publishedResponse } from '#contract/admin/publishing.ts';
import {
  adminReportResponse,
  figuresPreview,
  previewFiguresRequest,
  publishFiguresRequest,
  reportYearsResponse,
  restoreFiguresRequest,
  switchYearRequest,
} from '#contract/admin/report.ts';
import type { CallTable } from '#contract/endpoint.ts';

export const adminReportCalls = {
  getAdminReport: { method: 'GET', path: '/api/admin/report', response: adminReportResponse },
  previewFigures: {
    method: 'POST',
    path: '/api/admin/report/preview',
    body: previewFiguresRequest,
    response: figuresPreview,
  },
  publishFigures: {
    method: 'POST',
    path: '/api/admin/report',
    body: publishFiguresRequest,
    response: publishedResponse,
  },
  restoreFigures: {
    method: 'POST',
    path: '/api/admin/report/default',
    body: restoreFiguresRequest,
    response: publishedResponse,
  },
  getReportYears: { method: 'GET', path: '/api/admin/report-years', response: reportYearsResponse },
  switchReportYear: {
    method: 'POST',
    path: '/api/admin/report-years',
    body: switchYearRequest,
    response: publishedResponse,
  },
} as const satisfies CallTable;
