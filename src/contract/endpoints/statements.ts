import { statementCalls } from '#contract/calls/statements.ts';
import type { EndpointTable } from '#contract/endpoint.ts';

export const statementEndpoints = {
  listStatements: {
    ...statementCalls.listStatements,
    access: 'donor',
    summary: 'The years for which the donor can download a statement',
    errors: [],
  },
  downloadYearlyStatement: {
    ...statementCalls.downloadYearlyStatement,
    access: 'donor',
    summary: "The donor's donations of a year as a PDF; not a tax receipt",
    errors: ['not_found', 'unavailable'],
    limitPerMinute: 60,
  },
  downloadYearlyTable: {
    ...statementCalls.downloadYearlyTable,
    access: 'donor',
    summary: "The donor's donations of a year as CSV",
    errors: ['not_found', 'too_many_requests'],
    limitPerMinute: 60,
  },
} as const satisfies EndpointTable;
