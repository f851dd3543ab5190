import { useQuery, useQueryClient, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ContactMessage } from '#contract/contact.ts';
import { contactCalls } from '#contract/calls/contact.ts';
import { callEndpoint } from '#web/api.ts';
import { showToast } from '#web/ui/toast/toast.ts';

const messagesKey = ['messages'] as const;

/** The contact messages, newest first. Each failure to load them shows a toast (spec 8, Admin list). */
export const useMessages = (): UseQueryResult<readonly ContactMessage[]> =>
  useQuery({
    queryKey: messagesKey,
    queryFn: ({ signal }) => fetchMessages(signal),
    staleTime: 0, // new messages may have arrived since the last visit
  });

async function fetchMessages(signal: AbortSignal): Promise<readonly ContactMessage[]> {
  try {
    return await callEndpoint(contactCalls.listMessages, { signal });
  } catch (problem) {
    if (!signal.aborted) {
      showToast({ title: 'Error', description: 'Failed to load messages. Please try again.', tone: 'destructive' });
    }
    throw problem;
  }
}

/**
 * Marks a new message as read and shows the result in a toast (spec 4 and 8). List and panel both read the cached list, so
 * updating it updates both. The returned function is stable.
 */
export function useMarkRead(): (message: ContactMessage) => Promise<void> {
  const cache = useQueryClient();
  return useCallback((message) => markRead(cache, message), [cache]);
}

async function markRead(cache: QueryClient, { id, status }: ContactMessage): Promise<void> {
  if (status === 'read') return;
  try {
    await callEndpoint(contactCalls.markMessageRead, { params: { id } });
  } catch {
    showToast({ title: 'Error', description: 'Failed to update message status', tone: 'destructive' });
    return;
  }
  const wasFetching = cache.isFetching({ queryKey: messagesKey }) > 0;
  await cache.cancelQueries({ queryKey: messagesKey }); // a response still on its way may show the old status
  cache.setQueryData<readonly ContactMessage[]>(messagesKey, (messages) =>
    messages?.map((message) => (message.id === id ? { ...message, status: 'read' } : message)),
  );
  if (wasFetching) void cache.invalidateQueries({ queryKey: messagesKey });
  showToast({ title: 'Success', description: 'Message marked as read' });
}
