import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { NewsletterResponse, NewslettersResponse } from '#contract/admin/newsletters.ts';
import { newslettersCalls } from '#contract/calls/admin/newsletters.ts';
import { callEndpoint } from '#web/api.ts';

const newslettersKey = ['admin', 'newsletters'] as const;

export const useNewsletters = (): UseQueryResult<NewslettersResponse> =>
  useQuery({
    queryKey: [...newslettersKey, 'list'],
    queryFn: ({ signal }) => callEndpoint(newslettersCalls.listNewsletters, { signal }),
    staleTime: 0,
  });

export const useNewsletter = (id: string): UseQueryResult<NewsletterResponse> =>
  useQuery({
    queryKey: [...newslettersKey, id],
    queryFn: ({ signal }) => callEndpoint(newslettersCalls.getNewsletter, { params: { id }, signal }),
    staleTime: 0,
    refetchOnWindowFocus: false, // a refetch must not overwrite what someone is typing
    refetchInterval: ({ state }) => (state.data?.status === 'sending' ? refreshMs : false),
  });

/** The interval at which the figures of a newsletter are refetched while it is being sent. */
const refreshMs = 5000;

/** Loads the plain text of a saved version. */
export const usePreview = (id: string, version: number): UseQueryResult<{ readonly text: string }> =>
  useQuery({
    queryKey: [...newslettersKey, id, 'preview', version],
    queryFn: ({ signal }) => callEndpoint(newslettersCalls.previewNewsletter, { params: { id }, signal }),
    staleTime: 0,
  });

/** Returns a function that reloads everything about newsletters. */
export function useReloadNewsletters(): () => Promise<void> {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: newslettersKey });
}
