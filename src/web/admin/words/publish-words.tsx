import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { AdminWordsResponse } from '#contract/admin/words.ts';
import { wordsCalls } from '#contract/calls/admin/words.ts';
import { callEndpoint } from '#web/api.ts';
import { PublishDialog } from '../ui/publish-dialog.tsx';
import { useReloadWords } from './use-words.ts';

/** The words that a person is about to publish. */
export type WordsToPublish =
  | { readonly kind: 'words'; readonly words: AdminWordsResponse['words'] }
  | { readonly kind: 'default' };

interface PublishWordsProps {
  readonly current: AdminWordsResponse;
  readonly toPublish: WordsToPublish;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows what would change, and publishes the words. */
export function PublishWords({
  current: { version, standard, history },
  toPublish,
  onDone,
  onClose,
}: PublishWordsProps): JSX.Element {
  const words = toPublish.kind === 'default' ? standard : toPublish.words;
  const preview = useQuery({
    queryKey: ['admin', 'words-preview', version, words],
    queryFn: ({ signal }) => callEndpoint(wordsCalls.previewWords, { body: { words }, signal }),
    staleTime: 0,
  });
  return (
    <PublishDialog
      title="Publish these words?"
      effect="All pages and new emails use them within 5 seconds. Emails already sent stay as they are."
      version={version}
      history={history}
      preview={preview}
      publish={(basis) =>
        toPublish.kind === 'default'
          ? callEndpoint(wordsCalls.restoreWords, { body: basis })
          : callEndpoint(wordsCalls.publishWords, { body: { ...basis, words } })
      }
      reload={useReloadWords()}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
