import { useCallback, useDeferredValue, useState, type JSX } from 'react';
import type { ContactMessage } from '#contract/contact.ts';
import { newsletterEndpoints } from '#contract/newsletter-endpoints.ts';
import { Button } from '#web/ui/button.tsx';
import { FailedBox } from '#web/ui/failed-box.tsx';
import { tabId, Tabs } from '#web/ui/tabs.tsx';
import type { MessageFilter, StatusFilter } from './filter-messages.ts';
import { MessageList, MessageListSkeleton, messagesPanelId } from './message-list.tsx';
import { MessagePanel } from './message-panel.tsx';
import { useMarkRead } from './use-mark-read.ts';
import { useMessages } from './use-messages.ts';

/** The inbox: what stands above the list, the list in one of its four faces, and the message that is open. */
export function Inbox(): JSX.Element {
  const { data: messages, isError, isFetching, refetch } = useMessages();
  const [filter, setFilter] = useState<MessageFilter>({ search: '', status: 'all' });
  const shownFilter = useDeferredValue(filter); // typing stays quick while a long list follows
  const [openId, setOpenId] = useState<string>();
  const markRead = useMarkRead();
  const reload = (): void => void refetch({ cancelRefetch: false });
  const open = useCallback(
    (message: ContactMessage): void => {
      setOpenId(message.id);
      void markRead(message);
    },
    [markRead],
  );
  return (
    <>
      <Toolbar filter={filter} onFilter={setFilter} isLoading={isFetching} onRefresh={reload} />
      <div
        role="tabpanel"
        id={messagesPanelId}
        aria-labelledby={tabId(messagesPanelId, filter.status)}
        tabIndex={-1}
        className="inbox-list"
      >
        {messages && <MessageList messages={messages} filter={shownFilter} onOpen={open} />}
        {!messages && isError && !isFetching && <FailedBox text="The messages did not come." onRetry={reload} />}
        {!messages && (!isError || isFetching) && <MessageListSkeleton />}
      </div>
      <p className="mt-6">
        <a href={newsletterEndpoints.downloadSubscribers.path} download className="link">
          Download subscribers (CSV)
        </a>
      </p>
      <MessagePanel
        message={messages?.find(({ id }) => id === openId)}
        onClose={() => setOpenId(undefined)}
        onReplied={(id) => setOpenId((current) => (current === id ? undefined : current))}
      />
    </>
  );
}

interface ToolbarProps {
  readonly filter: MessageFilter;
  readonly onFilter: (filter: MessageFilter) => void;
  readonly isLoading: boolean;
  readonly onRefresh: () => void;
}

const statusTabs: readonly { readonly name: StatusFilter; readonly label: string }[] = [
  { name: 'all', label: 'All' },
  { name: 'new', label: 'New' },
  { name: 'read', label: 'Read' },
];

/** What stands above the list: the search, All, New and Read as tabs (spec 2, Admin messages), and the way to newer ones. */
const Toolbar = ({ filter, onFilter, isLoading, onRefresh }: ToolbarProps): JSX.Element => (
  <div className="inbox-toolbar">
    <input
      type="search"
      className="form-control inbox-search"
      aria-label="Search messages"
      placeholder="Search messages…"
      value={filter.search}
      onChange={({ target }) => onFilter({ ...filter, search: target.value })}
    />
    <Tabs
      label="Status"
      panelId={messagesPanelId}
      tabs={statusTabs}
      chosen={filter.status}
      onChoose={(status) => onFilter({ ...filter, status })}
    />
    <Button tone="secondary" aria-busy={isLoading} onClick={onRefresh}>
      Refresh
    </Button>
  </div>
);
