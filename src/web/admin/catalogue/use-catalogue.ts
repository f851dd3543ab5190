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

/** Returns the document of the newest version, even if it applies only later, with the time from which it then applies. */
export const newestOf = ({
  scheduled,
  document,
}: AdminCatalogueResponse): { readonly document: CatalogueDocument; readonly effectiveFrom?: string } =>
  scheduled.at(-1) ?? { document };
