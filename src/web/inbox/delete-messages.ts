import { contactCalls } from '#contract/calls/contact.ts';
import type { ContactMessage } from '#contract/contact.ts';
import { formatCount } from '#domain/money/format.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { showToast } from '#web/ui/toast/toast.ts';

/** The messages that a member of the team is about to delete. */
export type Deletion =
  | { readonly kind: 'message'; readonly message: ContactMessage }
  | { readonly kind: 'network'; readonly network: string; readonly count: number };

/** Deletes messages and shows a toast. If someone else has already deleted them, the toast says so. Throws other failures. */
export async function deleteMessages(deletion: Deletion, reason: string): Promise<void> {
  try {
    showToast({ title: 'Deleted', description: await deleteNow(deletion, reason) });
  } catch (problem) {
    if (!(problem instanceof ApiError && problem.status === 404)) throw problem;
    showToast({ title: 'Error', description: problem.sentence, tone: 'destructive' });
  }
}

async function deleteNow(deletion: Deletion, reason: string): Promise<string> {
  const body = { reason };
  if (deletion.kind === 'message') {
    await callEndpoint(contactCalls.deleteMessage, { params: { id: deletion.message.id }, body });
    return 'The message has been deleted.';
  }
  const { deleted } = await callEndpoint(contactCalls.deleteNetworkMessages, {
    params: { id: deletion.network },
    body,
  });
  return `${formatCount(deleted)} messages have been deleted.`;
}
