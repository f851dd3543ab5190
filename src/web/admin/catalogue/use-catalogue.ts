import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { AdminCatalogueAnswer } from '#contract/admin/catalogue.ts';
import { catalogueCalls } from '#contract/calls/admin/catalogue.ts';
import { callEndpoint } from '#web/api.ts';

const catalogueKey = ['admin', 'catalogue'] as const;

export const useAdminCatalogue = (): UseQueryResult<AdminCatalogueAnswer> =>
  useQuery({
    queryKey: catalogueKey,
    queryFn: ({ signal }) => callEndpoint(catalogueCalls.getAdminCatalogue, { signal }),
    staleTime: 0,
  });

export function useReloadCatalogue(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: catalogueKey });
}
