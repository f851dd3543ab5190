import { useLayoutEffect, useRef, type JSX, type RefObject, type SubmitEvent } from 'react';
import type { ContactMessage } from '#contract/contact.ts';
import { SenderDonations, useHasRight } from '#web/admin/index.ts';
import { contactEmail } from '#web/page-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { TextAreaField } from '#web/ui/form/fields.tsx';
import { messagesPanelId, StatusLabel, subjectOf } from './message-list.tsx';
import type { Deletion } from './delete-messages.ts';
import { useReplies, type Replies } from './use-replies.ts';

interface MessagePanelProps {
  /** The open message, if any. */
  readonly message: ContactMessage | undefined;
  readonly onClose: () => void;
  readonly onReplied: (messageId: string) => void;
  readonly onDelete: (deletion: Deletion) => void;
}

/** The side panel: one message as it was written, and a form to reply (spec 2, Admin messages). */
export function MessagePanel({ message, onClose, onReplied, onDelete }: MessagePanelProps): JSX.Element {
  const replies = useReplies();
  const canAnswer = useHasRight('answerMessages');
  const detailsRef = usePanelFocus(message?.id);
  async function send(to: ContactMessage): Promise<void> {
    if (await replies.sendTo(to)) onReplied(to.id);
  }
  return (
    <Dialog isOpen={message !== undefined} onClose={onClose} title="Message" className="dialog-sheet inbox-panel">
      {message && (
        <>
          <section ref={detailsRef} tabIndex={-1} aria-label="Details">
            <MessageDetails message={message} />
          </section>
          <SenderDonations email={message.email} />
          {canAnswer && (
            <>
              <ReplyForm message={message} replies={replies} onCancel={onClose} onSend={() => void send(message)} />
              <p className="mt-6 ruled-above pt-4">
                <Button tone="quiet" onClick={() => onDelete({ kind: 'message', message })}>
                  Delete message…
                </Button>
              </p>
            </>
          )}
        </>
      )}
    </Dialog>
  );
}

/**
 * Focuses the details when a message opens. On closing, the browser returns focus to the button that opened the message; if
 * that button is gone, the list gets focus.
 */
function usePanelFocus(messageId: string | undefined): RefObject<HTMLElement | null> {
  const detailsRef = useRef<HTMLElement>(null);
  const wasOpen = useRef(false);
  useLayoutEffect(() => {
    const isLost = wasOpen.current && document.activeElement === document.body;
    wasOpen.current = messageId !== undefined;
    if (messageId !== undefined) {
      detailsRef.current?.focus();
      detailsRef.current?.closest('dialog')?.scrollTo(0, 0); // the browser may have scrolled to the reply
    } else if (isLost) document.getElementById(messagesPanelId)?.focus();
  }, [messageId]);
  return detailsRef;
}

const MessageDetails = ({ message }: { readonly message: ContactMessage }): JSX.Element => (
  <>
    <dl className="inbox-details">
      <dt>From</dt>
      <dd>
        <bdi className="inbox-name">{message.name}</bdi>
        <bdi className="inbox-email">{message.email}</bdi>
      </dd>
      <dt>Subject</dt>
      <dd>
        <bdi>{subjectOf(message)}</bdi>
      </dd>
      <dt>Date</dt>
      <dd>
        <time dateTime={message.timestamp}>{formatMoment(new Date(message.timestamp))}</time>
      </dd>
      <dt>Status</dt>
      <dd>
        <StatusLabel status={message.status} />
      </dd>
      {message.repliedAt !== undefined && (
        <>
          <dt>Replied</dt>
          <dd>
            <time dateTime={message.repliedAt}>{formatMoment(new Date(message.repliedAt))}</time>
          </dd>
        </>
      )}
    </dl>
    <div dir="auto" className="inbox-text">
      {message.message}
    </div>
  </>
);

interface ReplyFormProps {
  readonly message: ContactMessage;
  readonly replies: Replies;
  readonly onCancel: () => void;
  readonly onSend: () => void;
}

function ReplyForm({ message: { id }, replies, onCancel, onSend }: ReplyFormProps): JSX.Element {
  const reply = replies.draftOf(id);
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    onSend();
  };
  const handleCancel = (): void => {
    replies.changeDraft(id, '');
    onCancel();
  };
  return (
    <form method="post" noValidate className="form-fields mt-6" onSubmit={handleSubmit}>
      <TextAreaField
        id="inbox-reply"
        name="replyMessage"
        label="Reply"
        hint={`Your reply is emailed from ${contactEmail()}.`}
        required
        value={reply}
        onChange={({ target }) => replies.changeDraft(id, target.value)}
        problem={undefined}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={handleCancel}>
          Cancel
        </Button>
        <Button type="submit" disabled={reply.trim() === '' || replies.isSending}>
          {replies.isSending ? 'Sending Reply...' : 'Send Reply'}
        </Button>
      </div>
    </form>
  );
}
