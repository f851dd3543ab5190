import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { AdminCatalogueResponse } from '#contract/admin/catalogue.ts';
import { catalogueCalls } from '#contract/calls/admin/catalogue.ts';
import type { CatalogueDocument } from '#domain/catalogue/catalogue.ts';
import { callEndpoint } from '#web/api.ts';

const catalogueKey = ['admin', 'catalogue'] as const;

export const useAdminCatalogue = (): UseQueryResult<AdminCatalogueResponse> =>
  useQuery({
    queryKey: catalogueKey,
    queryFn: ({ signal }) => callEndpoint(catalogueCalls.getAdminCatalogue, { signal }),
    staleTime: 0,
  });

export function useReloadCatalogue(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: catalogueKey });
}

/** Returns the document of the newest version, even if it applies only later. */
export const newestDocument = ({ scheduled, document }: AdminCatalogueResponse): CatalogueDocument =>
  scheduled.at(-1)?.document ?? document;
