import type { ContactMessage } from '#contract/contact.ts';

/** Which messages the list shows by their status (spec 4 and 5, Admin search). */
export type StatusFilter = 'all' | ContactMessage['status'];

/** What the administrator asks the list for. */
export interface MessageFilter {
  /** Looked for in name, email, subject and message, without regard to case; spaces around it do not count. */
  readonly search: string;
  readonly status: StatusFilter;
}

/** The messages that fit both search and status, in the order they came. */
export function filterMessages(
  messages: readonly ContactMessage[],
  { search, status }: MessageFilter,
): readonly ContactMessage[] {
  const wanted = foldCase(search.trim());
  return messages.filter(
    (message) => (status === 'all' || message.status === status) && searchedTexts(message).some(hasWanted(wanted)),
  );
}

const searchedTexts = ({ name, email, subject, message }: ContactMessage): readonly string[] => [
  name,
  email,
  subject,
  message,
];

const hasWanted =
  (wanted: string) =>
  (text: string): boolean =>
    foldCase(text).includes(wanted);

/** Letters of either case, and accents typed in either of the two ways, become the same text: `ß` and `SS`, `σ` and `ς`. */
const foldCase = (text: string): string => text.normalize('NFD').toLowerCase().toUpperCase();
