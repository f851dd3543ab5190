import { useInfiniteQuery, type InfiniteData, type UseInfiniteQueryResult } from '@tanstack/react-query';
import type { AuditLogEntry } from '#contract/admin/audit-log.ts';
import { auditLogCalls } from '#contract/calls/admin/audit-log.ts';
import { nextCursorHeader } from '#contract/endpoint.ts';
import { callForPage } from '#web/api.ts';
import type { ChosenFilters } from '../ui/filters.tsx';

interface Page {
  readonly entries: readonly AuditLogEntry[];
  readonly next: string | undefined;
}

/** The entries that match the filters, newest first, page by page. */
export const useAuditLog = (filters: ChosenFilters): UseInfiniteQueryResult<readonly AuditLogEntry[]> =>
  useInfiniteQuery({
    queryKey: ['admin', 'audit-log', filters],
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const query = pageParam === '' ? filters : { ...filters, cursor: pageParam };
      const { response, headers } = await callForPage(auditLogCalls.searchAuditLog, { query, signal });
      return { entries: response, next: headers.get(nextCursorHeader) ?? undefined };
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    select: ({ pages }: InfiniteData<Page>) => pages.flatMap(({ entries }) => entries),
    staleTime: 0,
  });
