import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { AdminQuestionsResponse } from '#contract/admin/questions.ts';
import { adminQuestionsCalls } from '#contract/calls/admin/questions.ts';
import { questionGroups, titleOfGroup } from '#domain/questions/questions.ts';
import { callEndpoint } from '#web/api.ts';
import { QuestionList } from '#web/ui/question-list.tsx';
import { PublishDialog } from '../ui/publish-dialog.tsx';
import { useReloadQuestions } from './use-questions.ts';

type EditedQuestions = AdminQuestionsResponse['questions'];

interface PublishQuestionsProps {
  readonly current: AdminQuestionsResponse;
  readonly toPublish: EditedQuestions | 'default';
  readonly onDone: (published: EditedQuestions) => void;
  readonly onClose: () => void;
}

/** Shows what would change and what donors would see, and publishes the questions. */
export function PublishQuestions({
  current: { version, standard, history, name },
  toPublish,
  onDone,
  onClose,
}: PublishQuestionsProps): JSX.Element {
  const questions = toPublish === 'default' ? standard : toPublish;
  const preview = useQuery({
    queryKey: ['admin', 'questions-preview', version, questions],
    queryFn: ({ signal }) => callEndpoint(adminQuestionsCalls.previewQuestions, { body: { questions }, signal }),
    staleTime: 0,
  });
  return (
    <PublishDialog
      title="Publish these questions?"
      effect="The FAQ shows them within 5 seconds, to search engines too."
      version={version}
      history={history}
      preview={preview}
      publish={(basis) =>
        toPublish === 'default'
          ? callEndpoint(adminQuestionsCalls.restoreQuestions, { body: basis })
          : callEndpoint(adminQuestionsCalls.publishQuestions, { body: { ...basis, questions } })
      }
      reload={useReloadQuestions()}
      onDone={() => onDone(questions)}
      onClose={onClose}
    >
      {({ shown }) => (
        <section aria-labelledby="questions-preview" className="questions-group mt-4">
          <h3 id="questions-preview">As donors will see it</h3>
          {questionGroups.map((group) => (
            <section key={group} aria-label={titleOfGroup(group, name)}>
              <h4>{titleOfGroup(group, name)}</h4>
              <QuestionList questions={shown[group]} />
            </section>
          ))}
        </section>
      )}
    </PublishDialog>
  );
}
