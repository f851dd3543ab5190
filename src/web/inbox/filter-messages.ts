import type { ContactMessage } from '#contract/contact.ts';

export type StatusFilter = 'all' | ContactMessage['status'];

/** The filter of the list (spec 4 and 5, Admin search). */
export interface MessageFilter {
  /** Searched in name, email, subject and message; case and surrounding spaces are ignored. */
  readonly search: string;
  readonly status: StatusFilter;
}

/** Returns the messages that match both search and status, in their original order. */
export function filterMessages(
  messages: readonly ContactMessage[],
  { search, status }: MessageFilter,
): readonly ContactMessage[] {
  const wanted = foldCase(search.trim());
  return messages.filter(
    (message) =>
      (status === 'all' || message.status === status) &&
      searchedTexts(message).some((text) => foldCase(text).includes(wanted)),
  );
}

const searchedTexts = ({ name, email, subject, message }: ContactMessage): readonly string[] => [
  name,
  email,
  subject,
  message,
];

/** Folds case (`ß` and `SS`, `σ` and `ς`) and the encoding of accents, so that equal words compare equal. */
const foldCase = (text: string): string => text.normalize('NFD').toLowerCase().toUpperCase();
