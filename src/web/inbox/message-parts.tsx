import type { JSX } from 'react';
import type { ContactMessage } from '#contract/contact.ts';
import { formatDay, formatMoment } from '#web/ui/format-date.ts';

/** The subject, or what stands for none (spec 2, Admin messages). */
export const subjectOf = ({ subject }: ContactMessage): string => (subject.trim() === '' ? '(No Subject)' : subject);

/** Whether a message is new or read, in a word. */
export const StatusMark = ({ status }: Pick<ContactMessage, 'status'>): JSX.Element => (
  <span className={`inbox-mark inbox-mark-${status}`}>{status === 'new' ? 'New' : 'Read'}</span>
);

/** The day on which a message came, in the reader's own time zone: `Nov 21, 2026` (spec 9, Dates). */
export const MessageDay = ({ timestamp }: Pick<ContactMessage, 'timestamp'>): JSX.Element => (
  <time dateTime={timestamp}>{formatDay(new Date(timestamp))}</time>
);

/** The day and the minute: `Nov 21, 2026, 3:45 PM`. */
export const MessageMoment = ({ timestamp }: Pick<ContactMessage, 'timestamp'>): JSX.Element => (
  <time dateTime={timestamp}>{formatMoment(new Date(timestamp))}</time>
);
