import { reportCalls } from '#contract/calls/public/report.ts';
import type { ReportPage } from '#domain/report/report-page.ts';
import { ApiError, callEndpoint } from '#web/api.ts';

/** Requests the report, for visitors who come from another page. */
export async function loadReport(year: string | null): Promise<ReportPage> {
  try {
    return await callEndpoint(reportCalls.getImpactReport, year === null ? {} : { query: { year } });
  } catch (problem) {
    if (problem instanceof ApiError && problem.code === 'not_found') return { kind: 'missing', years: [] };
    throw problem;
  }
}
