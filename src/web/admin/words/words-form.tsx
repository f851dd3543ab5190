import { useState, type JSX, type SubmitEvent } from 'react';
import { words as wordsSchema, type AdminWordsResponse } from '#contract/admin/words.ts';
import { socialNetworks } from '#domain/words/social-links.ts';
import type { Words } from '#domain/words/words.ts';
import { Button } from '#web/ui/button.tsx';
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import { useFocusOnProblems } from '#web/ui/form/use-focus-on-problems.ts';
import type { Problems } from '#web/ui/form/use-form.ts';
import { useLeaveWarning } from '../ui/use-leave-warning.ts';
import { PublishWords, type WordsToPublish } from './publish-words.tsx';

interface WordsFormProps {
  readonly current: AdminWordsResponse;
  /** If false, the fields are read-only. */
  readonly canPublish: boolean;
}

/** All words in one form. Changes are shown before they are published. */
export function WordsForm({ current, canPublish }: WordsFormProps): JSX.Element {
  const [problems, setProblems] = useState<Problems>({});
  const [toPublish, setToPublish] = useState<WordsToPublish>();
  const [formNumber, setFormNumber] = useState(0);
  const [isChanged, setIsChanged] = useState(false);
  const fields = useFocusOnProblems<HTMLFieldSetElement>(problems);
  useLeaveWarning(isChanged);
  function compare(form: HTMLFormElement): void {
    const checked = wordsSchema.safeParse(readWords(new FormData(form)));
    setProblems(checked.success ? {} : problemsOf(checked.error.issues));
    if (checked.success) setToPublish({ kind: 'words', words: checked.data });
  }
  return (
    <>
      <form
        key={formNumber}
        method="post"
        noValidate
        className="form-fields mb-8"
        onChange={() => setIsChanged(true)}
        onSubmit={(event: SubmitEvent<HTMLFormElement>) => {
          event.preventDefault();
          compare(event.currentTarget);
        }}
      >
        <fieldset ref={fields} disabled={!canPublish} className="form-fields min-w-0 wrap-anywhere">
          <IdentityFields current={current} problems={problems} />
          <MailFields words={current.words} problems={problems} />
        </fieldset>
        {canPublish && (
          <p className="flex flex-wrap gap-4">
            <Button type="submit" tone="primary">
              Compare and publish…
            </Button>
            <Button tone="quiet" onClick={() => setToPublish({ kind: 'default' })}>
              Back to default…
            </Button>
          </p>
        )}
      </form>
      {toPublish && (
        <PublishWords
          current={current}
          toPublish={toPublish}
          onClose={() => setToPublish(undefined)}
          onDone={() => {
            setToPublish(undefined);
            setFormNumber(formNumber + 1);
            setIsChanged(false);
          }}
        />
      )}
    </>
  );
}

interface FieldsProps {
  readonly problems: Problems;
}

const IdentityFields = ({
  current: { words, configuredEmail },
  problems,
}: FieldsProps & Pick<WordsFormProps, 'current'>): JSX.Element => (
  <>
    <TextField
      id="words-name"
      name="name"
      label="Name of the organization"
      hint="Used on all pages, in emails and documents, and for search engines."
      defaultValue={words.name}
      maxLength={40}
      problem={problems['name']}
    />
    <TextField
      id="words-contact-email"
      name="contactEmail"
      type="email"
      label="Contact address"
      hint={`Donors write to it, replies come from it, and notices of new messages go to it. Your mail server must be allowed to send from it. Empty: ${configuredEmail}, as configured.`}
      defaultValue={words.contactEmail ?? ''}
      problem={problems['contactEmail']}
    />
    {socialNetworks.map((network) => (
      <TextField
        key={network}
        id={`words-${network}`}
        name={network}
        type="url"
        label={`Our page on ${network}`}
        hint="Empty: no link in the footer."
        defaultValue={words.socialLinks[network]}
        problem={problems[network]}
      />
    ))}
  </>
);

const MailFields = ({ words: { mails }, problems }: FieldsProps & { readonly words: Words }): JSX.Element => (
  <>
    <TextAreaField
      id="words-greeting"
      name="greeting"
      label="Greeting of all emails"
      hint="The first line of each email. May be empty."
      defaultValue={mails.greeting}
      problem={problems['greeting']}
    />
    <TextAreaField
      id="words-footer"
      name="footer"
      label="Footer of all emails"
      hint="At the end of each email, between our name and the contact address."
      defaultValue={mails.footer}
      problem={problems['footer']}
    />
  </>
);

/** Reads the form's content without checking it. */
function readWords(form: FormData): Words {
  const textOf = (name: string): string => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  return {
    name: textOf('name'),
    contactEmail: textOf('contactEmail') || null,
    socialLinks: { X: textOf('X'), Facebook: textOf('Facebook'), Instagram: textOf('Instagram') },
    mails: { greeting: textOf('greeting'), footer: textOf('footer') },
  };
}

/** Returns the first problem of each field, by the last part of its path: `['socialLinks', 'X']` is the field `X`. */
const problemsOf = (issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): Problems =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path.at(-1)), message]));
