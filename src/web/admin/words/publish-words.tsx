import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import * as z from 'zod/mini';
import { reason } from '#contract/admin/reason.ts';
import type { AdminWordsAnswer, WordsPreview } from '#contract/admin/words.ts';
import { wordsCalls } from '#contract/calls/admin/words.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { QueryView } from '#web/ui/feedback/query-view.tsx';
import { Spinner } from '#web/ui/feedback/spinner.tsx';
import { ActionDialog } from '../ui/action-dialog.tsx';
import { useReloadWords } from './use-words.ts';

/** What a person is about to publish. */
export type WordsToPublish =
  | { readonly kind: 'words'; readonly words: AdminWordsAnswer['words'] }
  | { readonly kind: 'default' };

interface PublishWordsProps {
  readonly present: AdminWordsAnswer;
  readonly toPublish: WordsToPublish | undefined;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** Shows what would change, and publishes it. */
export const PublishWords = ({ toPublish, ...props }: PublishWordsProps): JSX.Element | null =>
  toPublish ? <Comparison {...props} toPublish={toPublish} /> : null;

/**
 * When someone else has published since, the dialog stays open with the server's sentence and compares with their words, so
 * that the person can decide to publish all the same.
 */
function Comparison({
  present: { version, standard },
  toPublish,
  onDone,
  onClose,
}: PublishWordsProps & { readonly toPublish: WordsToPublish }): JSX.Element {
  const reload = useReloadWords();
  const words = toPublish.kind === 'default' ? standard : toPublish.words;
  const preview = useQuery({
    queryKey: ['admin', 'words-preview', version, words],
    queryFn: ({ signal }) => callEndpoint(wordsCalls.previewWords, { body: { words }, signal }),
    staleTime: 0,
  });
  async function publish({ reason: why }: { readonly reason: string }): Promise<void> {
    const basis = { basedOn: version, reason: why };
    try {
      await (toPublish.kind === 'default'
        ? callEndpoint(wordsCalls.restoreWords, { body: basis })
        : callEndpoint(wordsCalls.publishWords, { body: { ...basis, words } }));
    } catch (problem) {
      if (problem instanceof ApiError && problem.code === 'version_outdated') await reload();
      throw problem;
    }
    await reload();
  }
  return (
    <ActionDialog
      isOpen
      title="Publish these words?"
      schema={reasonOnly}
      action="Publish"
      busyText="Publishing…"
      run={publish}
      onDone={onDone}
      onClose={onClose}
    >
      <p>All pages and new emails use them within 5 seconds. Emails already sent stay as they are.</p>
      <QueryView query={preview} loading={<Spinner label="Comparing…" />} failure="We couldn't compare the words.">
        {({ changes }) => <Changes changes={changes} />}
      </QueryView>
    </ActionDialog>
  );
}

const reasonOnly = z.object({ reason });

const Changes = ({ changes }: Pick<WordsPreview, 'changes'>): JSX.Element =>
  changes.length === 0 ? (
    <p>Nothing changes.</p>
  ) : (
    <ul className="list-disc pl-6">
      {changes.map(({ name, before, after }) => (
        <li key={name} className="wrap-anywhere">{`${name}: ${before ?? 'none'} → ${after ?? 'none'}`}</li>
      ))}
    </ul>
  );
