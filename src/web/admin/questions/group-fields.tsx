import type { JSX } from 'react';
import { titleOfGroup, type QuestionGroup } from '#domain/questions/questions.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldProblem } from '#web/ui/form/field-problem.tsx';
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import type { Problems } from '#web/ui/form/use-form.ts';
import type { DraftChange, DraftQuestion } from './draft.ts';

interface GroupFieldsProps {
  readonly group: QuestionGroup;
  /** The name of the organization. */
  readonly name: string;
  readonly entries: readonly DraftQuestion[];
  /** By path: `donations`, or `donations.2.answer`. */
  readonly problems: Problems;
  readonly onChange: (change: DraftChange) => void;
}

/** The questions of a group: each can be written, moved and removed. */
export const GroupFields = ({ group, name, entries, problems, onChange }: GroupFieldsProps): JSX.Element => (
  <section aria-labelledby={`group-${group}`} className="questions-group">
    <h3 id={`group-${group}`} className="mt-6 mb-3 text-xl">
      {titleOfGroup(group, name)}
    </h3>
    {entries.map((entry, index) => (
      <QuestionFields
        key={entry.key}
        group={group}
        entry={entry}
        position={index + 1}
        isLast={index === entries.length - 1}
        problems={problems}
        onChange={onChange}
      />
    ))}
    <FieldProblem sentence={problems[group]} />
    <p>
      <Button tone="secondary" onClick={() => onChange({ kind: 'add' })}>
        Add a question
      </Button>
    </p>
  </section>
);

interface QuestionFieldsProps extends Pick<GroupFieldsProps, 'group' | 'problems' | 'onChange'> {
  readonly entry: DraftQuestion;
  /** 1 for the first. */
  readonly position: number;
  readonly isLast: boolean;
}

function QuestionFields({ group, entry, position, isLast, problems, onChange }: QuestionFieldsProps): JSX.Element {
  const { key, question, answer } = entry;
  const id = `${group}-${key}`;
  const displayName = question === '' ? `question ${position}` : `“${question}”`;
  return (
    <div className="questions-entry form-fields">
      <TextField
        id={`${id}-question`}
        name="question"
        label={`Question ${position}`}
        value={question}
        maxLength={200}
        onChange={(event) => onChange({ kind: 'write', key, texts: { question: event.currentTarget.value } })}
        problem={problems[`${group}.${position - 1}.question`]}
      />
      <TextAreaField
        id={`${id}-answer`}
        name="answer"
        label={`Answer ${position}`}
        value={answer}
        onChange={(event) => onChange({ kind: 'write', key, texts: { answer: event.currentTarget.value } })}
        problem={problems[`${group}.${position - 1}.answer`]}
      />
      <p className="flex flex-wrap gap-2">
        <Button
          tone="quiet"
          aria-label={`Move up: ${displayName}`}
          disabled={position === 1}
          onClick={() => onChange({ kind: 'move', key, by: -1 })}
        >
          Move up
        </Button>
        <Button
          tone="quiet"
          aria-label={`Move down: ${displayName}`}
          disabled={isLast}
          onClick={() => onChange({ kind: 'move', key, by: 1 })}
        >
          Move down
        </Button>
        <Button tone="quiet" aria-label={`Remove: ${displayName}`} onClick={() => onChange({ kind: 'remove', key })}>
          Remove
        </Button>
      </p>
    </div>
  );
}
