import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { ContactMessage } from '#contract/contact.ts';
import { contactEndpoints } from '#contract/contact-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { messagesKey } from './use-messages.ts';

/**
 * Marks a message as read when it is new, and says in a toast what became of it (spec 4 and 8). All that shows the message
 * reads it from the one list in the cache. The deed itself stays the same.
 */
export function useMarkRead(): (message: ContactMessage) => Promise<void> {
  const cache = useQueryClient();
  return useCallback((message) => markRead(cache, message), [cache]);
}

async function markRead(cache: QueryClient, { id, status }: ContactMessage): Promise<void> {
  if (status === 'read') return;
  try {
    await callEndpoint(contactEndpoints.markMessageRead, { params: { id } });
  } catch {
    showToast({ title: 'Error', description: 'Failed to update message status', tone: 'destructive' });
    return;
  }
  const wasAsking = cache.isFetching({ queryKey: messagesKey }) > 0;
  await cache.cancelQueries({ queryKey: messagesKey }); // a list that is on its way may be older than this
  cache.setQueryData<readonly ContactMessage[]>(messagesKey, (messages) =>
    messages?.map((message) => (message.id === id ? { ...message, status: 'read' } : message)),
  );
  if (wasAsking) void cache.invalidateQueries({ queryKey: messagesKey });
  showToast({ title: 'Success', description: 'Message marked as read' });
}
