import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { contactCalls } from '#contract/calls/contact.ts';
import type { ContactMessage } from '#contract/contact.ts';
import { formatCount } from '#domain/money/format.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { hasSessionEnded } from '#web/session/index.ts';
import { showToast } from '#web/ui/toast/toast.ts';

/** What the administrator is about to delete. */
export type Deletion =
  | { readonly kind: 'message'; readonly message: ContactMessage }
  | { readonly kind: 'network'; readonly network: string; readonly count: number };

/** Deletes messages and shows the result in a toast. Returns whether they are gone. */
export function useDeletion(): (deletion: Deletion) => Promise<boolean> {
  const cache = useQueryClient();
  return (deletion) => runDeletion(cache, deletion);
}

async function runDeletion(cache: QueryClient, deletion: Deletion): Promise<boolean> {
  try {
    showToast({ title: 'Deleted', description: await deleteNow(deletion) });
    return true;
  } catch (problem) {
    if (await hasSessionEnded(cache, problem)) return false;
    const sentence = problem instanceof ApiError ? problem.serverSentence : undefined;
    showToast({ title: 'Error', description: sentence ?? 'Failed to delete. Please try again.', tone: 'destructive' });
    return problem instanceof ApiError && problem.status === 404; // someone else has deleted it
  }
}

async function deleteNow(deletion: Deletion): Promise<string> {
  if (deletion.kind === 'message') {
    await callEndpoint(contactCalls.deleteMessage, { params: { id: deletion.message.id } });
    return 'The message has been deleted.';
  }
  const { deleted } = await callEndpoint(contactCalls.deleteNetworkMessages, { params: { id: deletion.network } });
  return `${formatCount(deleted)} messages have been deleted.`;
}
