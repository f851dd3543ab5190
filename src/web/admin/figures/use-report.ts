import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { AdminReportResponse, ReportYearsResponse } from '#contract/admin/report.ts';
import { adminReportCalls } from '#contract/calls/admin/report.ts';
import { callEndpoint } from '#web/api.ts';

const figuresKey = ['admin', 'report'] as const;
const yearsKey = ['admin', 'report-years'] as const;

export const useAdminReport = (): UseQueryResult<AdminReportResponse> =>
  useQuery({
    queryKey: figuresKey,
    queryFn: ({ signal }) => callEndpoint(adminReportCalls.getAdminReport, { signal }),
    staleTime: 0,
  });

export const useReportYears = (): UseQueryResult<ReportYearsResponse> =>
  useQuery({
    queryKey: yearsKey,
    queryFn: ({ signal }) => callEndpoint(adminReportCalls.getReportYears, { signal }),
    staleTime: 0,
  });

export function useReloadReport(what: 'figures' | 'years'): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: what === 'figures' ? figuresKey : yearsKey });
}
