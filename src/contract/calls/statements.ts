import { fileAnswer, type CallTable } from '#contract/endpoint.ts';
import { statementsAnswer } from '#contract/statements.ts';

/** A donor's yearly statements. */
export const statementCalls = {
  listStatements: {
    method: 'GET',
    path: '/api/statements',
    answer: statementsAnswer,
  },
  downloadYearlyStatement: {
    method: 'GET',
    path: '/api/statements/:year/statement.pdf',
    answer: fileAnswer,
    file: 'application/pdf',
  },
  downloadYearlyTable: {
    method: 'GET',
    path: '/api/statements/:year/donations.csv',
    answer: fileAnswer,
    file: 'text/csv',
  },
} as const satisfies CallTable;
