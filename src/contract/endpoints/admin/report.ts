import { adminReportCalls } from '#contract/calls/admin/report.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const adminReportEndpoints = {
  getAdminReport: {
    ...adminReportCalls.getAdminReport,
    access: 'readContent',
    summary: 'The figures of the illustrative report, and their history',
    errors: [],
  },
  previewFigures: {
    ...adminReportCalls.previewFigures,
    access: 'editContent',
    summary: 'What publishing figures of the illustrative report would change; stores nothing',
    errors: [],
    limitPerMinute: 60,
  },
  publishFigures: {
    ...adminReportCalls.publishFigures,
    access: 'editContent',
    onlyInPerson: true,
    summary: 'Publishes figures of the illustrative report',
    errors: ['version_outdated', 'nothing_changed'],
    limitPerMinute: 60,
  },
  restoreFigures: {
    ...adminReportCalls.restoreFigures,
    access: 'editContent',
    onlyInPerson: true,
    summary: 'Publishes the figures of a new installation',
    errors: ['version_outdated', 'nothing_changed'],
    limitPerMinute: 60,
  },
  getReportYears: {
    ...adminReportCalls.getReportYears,
    access: 'readContent',
    summary: 'The yearly reports that the books can give, and which of them are public',
    errors: ['unavailable'],
  },
  switchReportYear: {
    ...adminReportCalls.switchReportYear,
    access: 'editContent',
    onlyInPerson: true,
    summary: "Shows or hides a year's report",
    errors: ['version_outdated', 'nothing_changed', 'unavailable'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
