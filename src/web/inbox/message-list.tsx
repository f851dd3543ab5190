import { Fragment, memo, useLayoutEffect, useRef, useState, type JSX, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { ContactMessage } from '#contract/contact.ts';
import { formatCount } from '#domain/money/format.ts';
import { useHasRight } from '#web/admin/index.ts';
import { Button } from '#web/ui/button.tsx';
import { formatDay } from '#web/ui/format-date.ts';
import { Skeleton } from '#web/ui/feedback/query-view.tsx';
import { filterMessages, type MessageFilter } from './filter-messages.ts';
import { countByNetwork, collapseFloods, type InboxRow } from './collapse-floods.ts';
import type { Deletion } from './delete-messages.ts';

/** Id of the tab panel that contains the list. */
export const messagesPanelId = 'inbox-messages';

interface MessageListProps {
  readonly messages: readonly ContactMessage[];
  readonly filter: MessageFilter;
  readonly onOpen: (message: ContactMessage) => void;
  readonly onDelete: (deletion: Deletion) => void;
}

/**
 * The messages that match the filter: a table, or cards on a phone. Screen readers announce the total when it changes. `memo`
 * skips rendering while only the search box changes, so that typing stays responsive.
 */
export const MessageList = memo(function MessageList({ filter, ...list }: MessageListProps): JSX.Element {
  const found = filterMessages(list.messages, filter);
  const networkSizes = countByNetwork(list.messages);
  return (
    <>
      {found.length === 0 ? (
        <NoMessages filter={filter} />
      ) : (
        <MessageTable {...list} messages={found} networkSizes={networkSizes} />
      )}
      <p role="status" className="inbox-total">
        {`Total: ${formatCount(found.length)} message(s)`}
      </p>
    </>
  );
});

/** Rendering thousands of rows takes seconds, so the older ones follow on request. */
const rowsAtOnce = 100;

interface MessageTableProps extends Omit<MessageListProps, 'filter'> {
  /** The number of messages of each network, including those that do not match the filter, because all are deleted together. */
  readonly networkSizes: ReadonlyMap<string, number>;
}

function MessageTable({ messages, networkSizes, onOpen, onDelete }: MessageTableProps): JSX.Element {
  const [rowCount, setRowCount] = useState(rowsAtOnce);
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  const rows = collapseFloods(messages, expanded);
  const bodyRef = useRef<HTMLTableSectionElement>(null);
  function showMore(): void {
    flushSync(() => setRowCount(rowCount + rowsAtOnce));
    focusRow(rowCount); // the button that had the focus may be gone
  }
  function expand(network: string, index: number): void {
    flushSync(() => setExpanded(new Set([...expanded, network])));
    focusRow(index);
  }
  const focusRow = (index: number): void =>
    bodyRef.current?.querySelectorAll<HTMLElement>('.inbox-action button')[index]?.focus();
  return (
    <>
      <MessageRows
        rows={rows.slice(0, rowCount)}
        networkSizes={networkSizes}
        bodyRef={bodyRef}
        onOpen={onOpen}
        onDelete={onDelete}
        onExpand={expand}
      />
      {rows.length > rowCount && (
        <p className="p-4 text-center">
          <Button tone="secondary" onClick={showMore}>
            Show more
          </Button>
        </p>
      )}
    </>
  );
}

interface MessageRowsProps extends Pick<MessageTableProps, 'networkSizes' | 'onOpen' | 'onDelete'> {
  readonly rows: readonly InboxRow[];
  readonly onExpand: (network: string, index: number) => void;
  readonly bodyRef: RefObject<HTMLTableSectionElement | null>;
}

const MessageRows = ({ rows, networkSizes, bodyRef, onOpen, onDelete, onExpand }: MessageRowsProps): JSX.Element => (
  <table className="inbox-table">
    <caption className="sr-only">Contact messages, newest first</caption>
    <thead>
      <tr>
        <th scope="col">Status</th>
        <th scope="col">Sender</th>
        <th scope="col">Subject</th>
        <th scope="col">Date</th>
        <th scope="col">
          <span className="sr-only">Action</span>
        </th>
      </tr>
    </thead>
    <tbody ref={bodyRef}>
      {rows.map(({ message, hiddenCount }, index) => (
        <Fragment key={message.id}>
          <MessageRow message={message} onOpen={onOpen} />
          {message.network !== undefined && hiddenCount > 0 && (
            <FloodRow
              hiddenCount={hiddenCount}
              network={message.network}
              networkSize={networkSizes.get(message.network) ?? 0}
              onExpand={(network) => onExpand(network, index)}
              onDelete={onDelete}
            />
          )}
        </Fragment>
      ))}
    </tbody>
  </table>
);

function MessageRow({ message, onOpen }: { message: ContactMessage } & Pick<MessageListProps, 'onOpen'>): JSX.Element {
  const { id, name, email, status, repliedAt } = message;
  const rowRef = useFocusHandover();
  return (
    <tr ref={rowRef} className={status === 'new' ? 'inbox-row-new' : undefined}>
      <td className="inbox-status">
        <StatusLabel status={status} />
        {repliedAt !== undefined && (
          <span className="inbox-replied">
            Replied <time dateTime={repliedAt}>{formatDay(new Date(repliedAt))}</time>
          </span>
        )}
      </td>
      <td className="inbox-sender" id={`sender-${id}`}>
        <bdi className="inbox-name">{name}</bdi>
        <bdi className="inbox-email">{email}</bdi>
      </td>
      <td className="inbox-subject">
        <bdi>{subjectOf(message)}</bdi>
      </td>
      <td className="inbox-date">
        <time dateTime={message.timestamp}>{formatDay(new Date(message.timestamp))}</time>
      </td>
      <td className="inbox-action">
        <button
          type="button"
          className="button button-secondary"
          aria-describedby={`sender-${id}`}
          onClick={() => onOpen(message)}
        >
          View
        </button>
      </td>
    </tr>
  );
}

interface FloodRowProps extends Pick<MessageListProps, 'onDelete'> {
  readonly hiddenCount: number;
  readonly network: string;
  readonly networkSize: number;
  readonly onExpand: (network: string) => void;
}

/** Stands for the other messages from the network of the message above. */
const FloodRow = ({ hiddenCount, network, networkSize, onExpand, onDelete }: FloodRowProps): JSX.Element => (
  <tr className="inbox-flood">
    <td colSpan={5}>
      <p className="inbox-flood-content">
        {`and ${formatCount(hiddenCount)} more from this network`}
        <Button tone="secondary" onClick={() => onExpand(network)}>
          Show all
        </Button>
        {useHasRight('answerMessages') && (
          <Button tone="secondary" onClick={() => onDelete({ kind: 'network', network, count: networkSize })}>
            {`Delete all ${formatCount(networkSize)}…`}
          </Button>
        )}
      </p>
    </td>
  </tr>
);

/** Moves focus to the list when a focused row disappears, for example under New when its message becomes read. */
function useFocusHandover(): RefObject<HTMLTableRowElement | null> {
  const rowRef = useRef<HTMLTableRowElement>(null);
  useLayoutEffect(() => {
    const row = rowRef.current;
    return () => {
      if (row?.contains(document.activeElement)) document.getElementById(messagesPanelId)?.focus();
    };
  }, []);
  return rowRef;
}

/** Returns the subject, or a placeholder if it is empty (spec 2, Admin messages). */
export const subjectOf = ({ subject }: ContactMessage): string => (subject.trim() === '' ? '(No Subject)' : subject);

/** A message's status as a label. */
export const StatusLabel = ({ status }: Pick<ContactMessage, 'status'>): JSX.Element => (
  <span className={`inbox-status-label inbox-status-${status}`}>{status === 'new' ? 'New' : 'Read'}</span>
);

const NoMessages = ({ filter }: { readonly filter: MessageFilter }): JSX.Element => (
  <div className="inbox-empty">
    <img src="/art/empty-plate.svg" alt="" width="160" height="120" className="h-auto w-40" />
    <p className="text-lg font-extrabold">No messages found</p>
    <p className="text-muted">{hintFor(filter)}</p>
  </div>
);

function hintFor({ search, status }: MessageFilter): string {
  if (search.trim() !== '') return 'Try another search, or look in the other tabs.';
  if (status === 'new') return 'You have read every message.';
  if (status === 'read') return "You haven't read any messages yet.";
  return 'Messages from the contact form will appear here.';
}

export const MessageListSkeleton = (): JSX.Element => (
  <div className="inbox-skeleton">
    <p role="status" className="sr-only">
      Loading messages…
    </p>
    {['first', 'second', 'third', 'fourth', 'fifth'].map((row) => (
      <Skeleton key={row} className="inbox-skeleton-row" />
    ))}
  </div>
);
