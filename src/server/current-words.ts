import { filePrefixOf } from '#domain/words/name-forms.ts';
import type { MailWords, Sender, Words } from '#domain/words/words.ts';
import type { Deps } from './deps.ts';

/** The words that apply now, with this installation's own contact address where none is published. */
export type CurrentWords = Words & Sender;

export function currentWords({ published, config }: Pick<Deps, 'published' | 'config'>): CurrentWords {
  const { document } = published.words.current();
  return { ...document, contactEmail: document.contactEmail ?? config.contactEmail };
}

/** The sender that documents made now name. */
export function currentSender(deps: Pick<Deps, 'published' | 'config'>): Sender {
  const { name, contactEmail } = currentWords(deps);
  return { name, contactEmail };
}

/** The words that emails written now have around their text. */
export function currentMailWords(deps: Pick<Deps, 'published' | 'config'>): MailWords {
  const { mails } = currentWords(deps);
  return { ...currentSender(deps), ...mails };
}

/** How the names of files made now begin. */
export const currentFilePrefix = (deps: Pick<Deps, 'published' | 'config'>): string =>
  filePrefixOf(currentWords(deps).name);
