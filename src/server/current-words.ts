import { filePrefixOf } from '#domain/words/name-forms.ts';
import type { MailWords, Sender, Words } from '#domain/words/words.ts';
import type { Deps } from './deps.ts';

/** The words that apply now, with this installation's own contact address if none is published. */
export type CurrentWords = Words & Sender;

export function currentWords({ published, config }: Pick<Deps, 'published' | 'config'>): CurrentWords {
  const { document } = published.words.current();
  return { ...document, contactEmail: document.contactEmail ?? config.contactEmail };
}

/** The sender to name on documents that are created now. */
export function currentSender(deps: Pick<Deps, 'published' | 'config'>): Sender {
  const { name, contactEmail } = currentWords(deps);
  return { name, contactEmail };
}

/** The words around the text of emails that are written now. */
export function currentMailWords(deps: Pick<Deps, 'published' | 'config'>): MailWords {
  const { mails } = currentWords(deps);
  return { ...currentSender(deps), ...mails };
}

/** The beginning of the names of files that are created now. */
export const currentFilePrefix = (deps: Pick<Deps, 'published' | 'config'>): string =>
  filePrefixOf(currentWords(deps).name);
