import { useState, type JSX } from 'react';
import { questions as questionsSchema, type AdminQuestionsResponse } from '#contract/admin/questions.ts';
import { questionNamePlaceholder, questionGroups } from '#domain/questions/questions.ts';
import { adoptStyles } from '#web/ui/adopt-styles.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { useFocusOnProblems } from '#web/ui/form/use-focus-on-problems.ts';
import type { Problems } from '#web/ui/form/use-form.ts';
import { problemsByPath } from '../ui/problems-by-path.ts';
import { useLeaveWarning } from '../ui/use-leave-warning.ts';
import { changeGroup, toDraft, toQuestions, type Draft } from './draft.ts';
import { GroupFields } from './group-fields.tsx';
import { PublishQuestions } from './publish-questions.tsx';
import rules from './questions.css?inline';

adoptStyles(rules);

interface QuestionsFormProps {
  readonly current: AdminQuestionsResponse;
  /** If false, the fields are read-only. */
  readonly canPublish: boolean;
}

/** All questions in one form. The changes, and what donors would see, are shown before they are published. */
export function QuestionsForm({ current, canPublish }: QuestionsFormProps): JSX.Element {
  const [draft, setDraft] = useState<Draft>(() => toDraft(current.questions));
  const [problems, setProblems] = useState<Problems>({});
  const [isChanged, setIsChanged] = useState(false);
  const fields = useFocusOnProblems<HTMLFieldSetElement>(problems);
  useLeaveWarning(isChanged);
  const [toPublish, setToPublish] = useState<AdminQuestionsResponse['questions'] | 'default'>();
  function compare(): void {
    const checked = questionsSchema.safeParse(toQuestions(draft));
    setProblems(checked.success ? {} : problemsByPath(checked.error.issues));
    if (checked.success) setToPublish(checked.data);
  }
  return (
    <>
      <p className="mb-6 max-w-prose">
        {`Answers are written in Markdown: paragraphs, lists, **bold**, *italics* and [links](/contact). ${questionNamePlaceholder} stands for the name of the organization.`}
      </p>
      <fieldset ref={fields} disabled={!canPublish} className="form-fields mb-8 min-w-0 wrap-anywhere">
        {questionGroups.map((group) => (
          <GroupFields
            key={group}
            group={group}
            name={current.name}
            entries={draft[group]}
            problems={problems}
            onChange={(change) => {
              setDraft(changeGroup(draft, group, change));
              setIsChanged(true);
            }}
          />
        ))}
      </fieldset>
      {Object.keys(problems).length > 0 && <FieldProblem sentence="Please correct the fields marked above." />}
      {canPublish && (
        <p className="mb-8 flex flex-wrap gap-4">
          <Button tone="primary" onClick={compare}>
            Preview and publish…
          </Button>
          <Button tone="quiet" onClick={() => setToPublish('default')}>
            Back to default…
          </Button>
        </p>
      )}
      {toPublish && (
        <PublishQuestions
          current={current}
          toPublish={toPublish}
          onClose={() => setToPublish(undefined)}
          onDone={(published) => {
            setToPublish(undefined);
            setDraft(toDraft(published));
            setIsChanged(false);
          }}
        />
      )}
    </>
  );
}
