import { fileResponse, type CallTable } from '#contract/endpoint.ts';
import { statementsResponse } from '#contract/statements.ts';

/** The calls for a donor's yearly statements. */
export const statementCalls = {
  listStatements: {
    method: 'GET',
    path: '/api/statements',
    response: statementsResponse,
  },
  downloadYearlyStatement: {
    method: 'GET',
    path: '/api/statements/:year/statement.pdf',
    response: fileResponse,
    file: 'application/pdf',
  },
  downloadYearlyTable: {
    method: 'GET',
    path: '/api/statements/:year/donations.csv',
    response: fileResponse,
    file: 'text/csv',
  },
} as const satisfies CallTable;
