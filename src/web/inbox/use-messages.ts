import {
  useInfiniteQuery,
  useQueryClient,
  type InfiniteData,
  type QueryClient,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import type { ContactMessage } from '#contract/contact.ts';
import { contactCalls } from '#contract/calls/contact.ts';
import { detailsHeader, nextCursorHeader } from '#contract/endpoint.ts';
import { useHasRight } from '#web/admin/index.ts';
import { callForPage, callEndpoint } from '#web/api.ts';
import { isSessionOver } from '#web/query-client.ts';
import { hasSessionEnded } from '#web/session/index.ts';
import { showToast } from '#web/ui/toast/toast.ts';

const messagesKey = ['messages'] as const;

/**
 * The contact messages, newest first: the first page as soon as it is loaded, then all older ones, so that search and total
 * cover every message. A failure shows a toast (spec 8, Admin list), and nothing more is loaded until the next Refresh.
 */
export function useMessages(): UseInfiniteQueryResult<readonly ContactMessage[]> {
  const query = useInfiniteQuery({
    queryKey: messagesKey,
    queryFn: ({ pageParam, signal }) => fetchMessages(pageParam, signal),
    initialPageParam: firstPage,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: allMessages,
    staleTime: 0, // new messages may have arrived since the last visit
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [data, hasNextPage, isFetching, isError, fetchNextPage]); // `data` is needed: after a fast page nothing else has changed
  return query;
}

const firstPage = '';

interface MessagePage {
  readonly messages: readonly ContactMessage[];
  /** `undefined` on the last page. */
  readonly nextCursor: string | undefined;
}

const allMessages = ({ pages }: InfiniteData<MessagePage>): readonly ContactMessage[] =>
  pages.flatMap(({ messages }) => messages);

async function fetchMessages(cursor: string, signal: AbortSignal): Promise<MessagePage> {
  try {
    const query = cursor === firstPage ? {} : { cursor };
    const { response, headers } = await callForPage(contactCalls.listMessages, {
      query,
      signal,
      headers: { [detailsHeader]: '1' },
    });
    return { messages: response, nextCursor: headers.get(nextCursorHeader) ?? undefined };
  } catch (problem) {
    if (!signal.aborted && !isSessionOver(problem)) {
      showToast({ title: 'Error', description: 'Failed to load messages. Please try again.', tone: 'destructive' });
    }
    throw problem;
  }
}

/**
 * Marks a new message as read and shows the result in a toast (spec 4 and 8). List and panel both read the cached list, so
 * updating it updates both. An Auditor only reads, so a message that an Auditor opens stays new.
 */
export function useMarkRead(): (message: ContactMessage) => Promise<void> {
  const cache = useQueryClient();
  const canAnswer = useHasRight('answerMessages');
  return useCallback(async (message) => (canAnswer ? markRead(cache, message) : undefined), [cache, canAnswer]);
}

async function markRead(cache: QueryClient, { id, status }: ContactMessage): Promise<void> {
  if (status === 'read') return;
  try {
    await callEndpoint(contactCalls.markMessageRead, { params: { id } });
  } catch (problem) {
    if (await hasSessionEnded(cache, problem)) return;
    showToast({ title: 'Error', description: 'Failed to update message status', tone: 'destructive' });
    return;
  }
  const wasFetching = cache.isFetching({ queryKey: messagesKey }) > 0;
  await cache.cancelQueries({ queryKey: messagesKey }); // a response still on its way may show the old status
  cache.setQueryData<InfiniteData<MessagePage>>(
    messagesKey,
    (loaded) => loaded && { ...loaded, pages: loaded.pages.map((page) => withReadMessage(page, id)) },
  );
  if (wasFetching) void cache.invalidateQueries({ queryKey: messagesKey });
  showToast({ title: 'Success', description: 'Message marked as read' });
}

const withReadMessage = (page: MessagePage, id: string): MessagePage => ({
  ...page,
  messages: page.messages.map((message) => (message.id === id ? { ...message, status: 'read' } : message)),
});
