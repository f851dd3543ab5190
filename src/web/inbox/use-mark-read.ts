import { useQueryClient } from '@tanstack/react-query';
import type { ContactMessage } from '#contract/contact.ts';
import { contactEndpoints } from '#contract/contact-endpoints.ts';
import { callEndpoint } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { messagesKey } from './use-messages.ts';

/**
 * Marks a message as read when it is new, and says in a toast what became of it (spec 4 and 8). All that shows the message
 * reads it from the one list in the cache.
 */
export function useMarkRead(): (message: ContactMessage) => Promise<void> {
  const cache = useQueryClient();
  return async ({ id, status }) => {
    if (status === 'read') return;
    try {
      await callEndpoint(contactEndpoints.markMessageRead, { params: { id } });
    } catch {
      showToast({ title: 'Error', description: 'Failed to update message status', tone: 'destructive' });
      return;
    }
    await cache.cancelQueries({ queryKey: messagesKey }); // a list that is on its way may be older than this
    cache.setQueryData<readonly ContactMessage[]>(messagesKey, (messages) =>
      messages?.map((message) => (message.id === id ? { ...message, status: 'read' } : message)),
    );
    showToast({ title: 'Success', description: 'Message marked as read' });
  };
}
