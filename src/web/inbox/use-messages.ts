import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ContactMessage } from '#contract/contact.ts';
import { contactEndpoints } from '#contract/contact-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';

/** Where the query cache keeps the messages. */
export const messagesKey = ['messages'] as const;

/** The contact messages, newest first; every failure to load them is told in a toast (spec 8, Admin list). */
export const useMessages = (): UseQueryResult<readonly ContactMessage[]> =>
  useQuery({
    queryKey: messagesKey,
    queryFn: ({ signal }) => readMessages(signal),
    staleTime: 0, // messages come in while nobody looks
  });

async function readMessages(signal: AbortSignal): Promise<readonly ContactMessage[]> {
  try {
    return await callEndpoint(contactEndpoints.listMessages, { signal });
  } catch (problem) {
    if (!signal.aborted) {
      showToast({ title: 'Error', description: 'Failed to load messages. Please try again.', tone: 'destructive' });
    }
    throw problem;
  }
}
