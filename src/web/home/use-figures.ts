import { useQuery } from '@tanstack/react-query';
import { publicFiguresCalls } from '#contract/calls/public/figures.ts';
import type { FigureSentences } from '#domain/report/public-figures.ts';
import { callEndpoint } from '#web/api.ts';
import { useVisit } from '#web/app-router.tsx';

/**
 * Returns sentences about all donations; null if staff do not show them, undefined while they load. The first page of a document
 * already contains them.
 */
export function useFigures(): FigureSentences | null | undefined {
  const { isFirst } = useVisit();
  return useQuery({
    queryKey: ['figures'],
    queryFn: async ({ signal }) => (await callEndpoint(publicFiguresCalls.getPublicFigures, { signal })).shown,
    initialData: isFirst ? servedFigures : undefined,
    staleTime: 60_000,
  }).data;
}

function servedFigures(): FigureSentences | null {
  if (typeof document === 'undefined') return null; // prerendering: the server fills in the figures
  const hero = document.querySelector('.hero-text > :last-child:not([hidden])')?.textContent;
  const community = document.querySelector('.impact > :last-child:not([hidden]) > p')?.textContent;
  return hero && community ? { hero, community } : null;
}
