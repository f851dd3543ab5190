import { useState } from 'react';
import type { ContactMessage } from '#contract/contact.ts';
import { contactEndpoints } from '#contract/contact-endpoints.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { showToast } from '#web/ui/toast.ts';
import { useKeptFocus } from '#web/ui/use-kept-focus.ts';

/** The replies that are being written. Each stays until it is sent or cancelled, also while its message is closed. */
export interface Replies {
  /** What is written to a message so far. */
  readonly draftOf: (messageId: string) => string;
  readonly changeDraft: (messageId: string, draft: string) => void;
  readonly isSending: boolean;
  /** Sends what is written to a message, and says in a toast what became of it (spec 8): true when it was sent. */
  readonly sendTo: (message: ContactMessage) => Promise<boolean>;
}

/** Keeps and sends replies, one at a time. */
export function useReplies(): Replies {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setIsSending] = useState(false);
  useKeptFocus(isSending);
  const draftOf = (messageId: string): string => drafts[messageId] ?? '';
  const changeDraft = (messageId: string, draft: string): void =>
    setDrafts((others) => ({ ...others, [messageId]: draft }));
  async function sendTo(message: ContactMessage): Promise<boolean> {
    const replyMessage = draftOf(message.id);
    if (isSending || replyMessage.trim() === '') return false; // spec 5: submitting empty does nothing
    setIsSending(true);
    const isSent = await sendReply(message, replyMessage);
    setIsSending(false);
    if (isSent) changeDraft(message.id, '');
    return isSent;
  }
  return { draftOf, changeDraft, isSending, sendTo };
}

async function sendReply({ id, name }: ContactMessage, replyMessage: string): Promise<boolean> {
  try {
    await callEndpoint(contactEndpoints.replyToMessage, { params: { id }, body: { replyMessage } });
  } catch (problem) {
    const told = problem instanceof ApiError ? problem.told : undefined;
    showToast({ title: 'Error', description: told ?? 'Failed to send reply. Please try again.', tone: 'destructive' });
    return false;
  }
  showToast({ title: 'Reply Sent', description: `Your reply to ${name} has been sent successfully.` });
  return true;
}
