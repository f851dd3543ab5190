import {
  lazy,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
  type Dispatch,
  type JSX,
  type SetStateAction,
} from 'react';
import { useSearchParams } from 'wouter';
import type { ContactMessage } from '#contract/contact.ts';
import { AdminPage } from '#web/admin/index.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyPart } from '#web/ui/feedback/lazy-part.tsx';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { tabId, Tabs } from '#web/ui/tabs.tsx';
import type { MessageFilter, StatusFilter } from './filter-messages.ts';
import rules from './inbox.css?inline';
import { MessageList, MessageListSkeleton, messagesPanelId } from './message-list.tsx';
import type { Deletion } from './delete-messages.ts';
import { useMarkRead, useMessages } from './use-messages.ts';

adoptStyles(rules);

/**
 * `/admin/messages`: the inbox of the team. Without the right, no messages are requested (spec 2 and 6). `?message=` opens a
 * message.
 */
export default function InboxPage(): JSX.Element {
  return (
    <AdminPage
      title="Admin Dashboard"
      description="Messages from the contact form, and replies to them."
      path="/admin/messages"
      right="readMessages"
      denial="Only administrators can view contact messages."
    >
      <Inbox />
    </AdminPage>
  );
}

function Inbox(): JSX.Element {
  const query = useMessages();
  const { data: messages, isFetching, isError, hasNextPage, refetch } = query;
  const [filter, setFilter] = useState<MessageFilter>({ search: '', status: 'all' });
  const deferredFilter = useDeferredValue(filter); // keeps typing responsive while a long list renders
  const [parameters] = useSearchParams();
  const [openId, setOpenId] = useState<string | undefined>(parameters.get('message') ?? undefined);
  const [deletion, setDeletion] = useState<Deletion>();
  const markRead = useMarkRead();
  const reload = (): void => void refetch({ cancelRefetch: false });
  const message = messages?.find(({ id }) => id === openId);
  useEffect(() => {
    if (message) void markRead(message);
  }, [message, markRead]);
  const open = useCallback(({ id }: ContactMessage): void => setOpenId(id), []);
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
        <QueryView
          query={query}
          loading={<MessageListSkeleton />}
          failure="We couldn't load the messages."
          onRetry={reload}
        >
          {(loaded) => <MessageList messages={loaded} filter={deferredFilter} onOpen={open} onDelete={setDeletion} />}
        </QueryView>
      </div>
      {hasNextPage && <OlderMessages hasFailed={isError} />}
      <Dialogs message={message} deletion={deletion} onOpen={setOpenId} onDelete={setDeletion} onChanged={reload} />
    </>
  );
}

interface DialogsProps {
  /** The open message, if any. */
  readonly message: ContactMessage | undefined;
  readonly deletion: Deletion | undefined;
  readonly onOpen: Dispatch<SetStateAction<string | undefined>>;
  readonly onDelete: (deletion: Deletion | undefined) => void;
  readonly onChanged: () => void;
}

/** The panel of the open message, and the deletion dialog. */
const Dialogs = ({ message, deletion, onOpen, onDelete, onChanged }: DialogsProps): JSX.Element => (
  <LazyPart>
    <MessagePanel
      message={message}
      onClose={() => onOpen(undefined)}
      onDelete={onDelete}
      onReplied={(id) => {
        onOpen((current) => (current === id ? undefined : current));
        onChanged(); // shows when the message was answered
      }}
    />
    <DeletionDialog
      deletion={deletion}
      onClose={() => onDelete(undefined)}
      onDeleted={() => {
        onDelete(undefined);
        onOpen(undefined);
        onChanged();
        document.getElementById(messagesPanelId)?.focus(); // the button that opened the dialog may be gone
      }}
    />
  </LazyPart>
);

/** The dialogs load after the list, which staff look at first. */
const MessagePanel = lazy(async () => ({ default: (await import('./message-panel.tsx')).MessagePanel }));
const DeletionDialog = lazy(async () => ({ default: (await import('./deletion-dialog.tsx')).DeletionDialog }));

/** Shown until all messages are loaded. */
const OlderMessages = ({ hasFailed }: { readonly hasFailed: boolean }): JSX.Element => (
  <p className="mt-4 text-muted">
    {hasFailed ? 'Older messages are missing. Please refresh.' : 'Loading older messages…'}
  </p>
);

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
