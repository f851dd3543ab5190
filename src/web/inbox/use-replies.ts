import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ContactMessage } from '#contract/contact.ts';
import { contactCalls } from '#contract/calls/contact.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { hasSessionEnded } from '#web/session/index.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { useFocusRestore } from '#web/ui/use-focus-restore.ts';

/** Reply drafts, one for each message. A draft survives closing its message, until it is sent or canceled. */
export interface Replies {
  readonly draftOf: (messageId: string) => string;
  readonly changeDraft: (messageId: string, draft: string) => void;
  readonly isSending: boolean;
  /** Sends a draft and shows the result in a toast (spec 8). Returns whether it was sent. */
  readonly sendTo: (message: ContactMessage) => Promise<boolean>;
}

/** Stores reply drafts and sends them, one at a time. */
export function useReplies(): Replies {
  const [drafts, setDrafts] = useState<Readonly<Record<string, string>>>({});
  const [isSending, setIsSending] = useState(false);
  const cache = useQueryClient();
  useFocusRestore(isSending);
  const draftOf = (messageId: string): string => drafts[messageId] ?? '';
  const changeDraft = (messageId: string, draft: string): void =>
    setDrafts((others) => ({ ...others, [messageId]: draft }));
  async function sendTo(message: ContactMessage): Promise<boolean> {
    const replyMessage = draftOf(message.id);
    if (isSending || replyMessage.trim() === '') return false; // spec 5: submitting empty does nothing
    setIsSending(true);
    const isSent = await sendReply(cache, message, replyMessage);
    setIsSending(false);
    if (isSent) changeDraft(message.id, '');
    return isSent;
  }
  return { draftOf, changeDraft, isSending, sendTo };
}

async function sendReply(cache: QueryClient, { id, name }: ContactMessage, replyMessage: string): Promise<boolean> {
  try {
    await callEndpoint(contactCalls.replyToMessage, { params: { id }, body: { replyMessage } });
  } catch (problem) {
    if (await hasSessionEnded(cache, problem)) return false;
    const sentence = problem instanceof ApiError ? problem.serverSentence : undefined;
    showToast({
      title: 'Error',
      description: sentence ?? 'Failed to send reply. Please try again.',
      tone: 'destructive',
    });
    return false;
  }
  showToast({ title: 'Reply Sent', description: `Your reply to ${name} has been sent successfully.` });
  return true;
}
