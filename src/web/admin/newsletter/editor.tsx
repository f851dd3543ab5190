import { useState, type JSX } from 'react';
import { useLocation } from 'wouter';
import { draftRequest, type NewsletterResponse } from '#contract/admin/newsletters.ts';
import { newslettersCalls } from '#contract/calls/admin/newsletters.ts';
import { ApiError, callEndpoint } from '#web/api.ts';
import { useRefusalToast } from '#web/session/index.ts';
import { TextAreaField, TextField } from '#web/ui/form/fields.tsx';
import { SaveButton } from '#web/ui/form/save-button.tsx';
import { useForm } from '#web/ui/form/use-form.ts';
import { showToast } from '#web/ui/toast/toast.ts';
import { useLeaveWarning } from '../ui/use-leave-warning.ts';
import { DraftActions } from './draft-actions.tsx';
import { NewerVersion, type Draft } from './newer-version.tsx';
import { Preview } from './preview.tsx';
import { useReloadNewsletters } from './use-newsletters.ts';

/** The saved version from which the author's changes start. */
type Base = Draft & Pick<NewsletterResponse, 'id' | 'version'>;

/** A form to write a newsletter, a preview of the saved version, and its actions. */
export function Editor({ saved }: { readonly saved: Base | undefined }): JSX.Element {
  const [base, setBase] = useState(saved);
  const [newer, setNewer] = useState<{ readonly mine: Draft; readonly theirs: NewsletterResponse }>();
  const [, navigate] = useLocation();
  const reload = useReloadNewsletters();
  useLeaveWarning(newer !== undefined);

  async function save(draft: Draft, basis: Pick<Base, 'id' | 'version'> | undefined): Promise<void> {
    const response = basis
      ? await callEndpoint(newslettersCalls.saveNewsletter, {
          params: { id: basis.id },
          body: { ...draft, version: basis.version },
        })
      : await callEndpoint(newslettersCalls.createNewsletter, { body: draft });
    setBase({ ...draft, ...response });
    setNewer(undefined);
    showToast({ title: 'Saved' });
    if (!basis) navigate(`/admin/newsletter/${response.id}`, { replace: true });
    await reload();
  }

  async function saveUnlessNewer(draft: Draft): Promise<void> {
    try {
      await save(draft, base);
    } catch (problem) {
      if (!base || !(problem instanceof ApiError) || problem.code !== 'version_outdated') throw problem;
      const theirs = await callEndpoint(newslettersCalls.getNewsletter, { params: { id: base.id } });
      setNewer({ mine: draft, theirs });
    }
  }

  if (newer)
    return (
      <NewerVersion
        {...newer}
        onKeep={() => save(newer.mine, newer.theirs)}
        onTake={() => {
          setBase(newer.theirs);
          setNewer(undefined);
        }}
      />
    );
  return (
    <div className="newsletter">
      <DraftForm key={`${base?.id} ${base?.version}`} draft={base} save={saveUnlessNewer} />
      {base && <Preview id={base.id} version={base.version} />}
      {base && <DraftActions id={base.id} version={base.version} />}
    </div>
  );
}

interface DraftFormProps {
  readonly draft: Draft | undefined;
  readonly save: (draft: Draft) => Promise<void>;
}

function DraftForm({ draft, save }: DraftFormProps): JSX.Element {
  const showRefusal = useRefusalToast();
  const [isChanged, setIsChanged] = useState(false);
  useLeaveWarning(isChanged);
  const { problems, isSubmitting, formProps } = useForm(draftRequest, async (request) => {
    try {
      await save(request);
      return { code: 'done' };
    } catch (problem) {
      return showRefusal(problem, { title: 'Not saved', fields: { invalid_request: 'text' } });
    }
  });
  return (
    <form
      {...formProps}
      className="form-fields"
      onChange={(event) => {
        setIsChanged(true);
        formProps.onChange(event);
      }}
    >
      <TextField
        id="newsletter-subject"
        name="subject"
        label="Subject"
        defaultValue={draft?.subject}
        required
        problem={problems['subject']}
      />
      <TextAreaField
        id="newsletter-text"
        name="text"
        label="Text"
        rows={16}
        defaultValue={draft?.text}
        hint="Markdown: # heading, **bold**, *italics*, - list, > quote, [words](https://…). No HTML and no pictures."
        required
        problem={problems['text']}
      />
      <div>
        <SaveButton isSaving={isSubmitting} savingText="Saving…">
          Save and preview
        </SaveButton>
      </div>
    </form>
  );
}
